// A fault on a queue is told at the next wait, with the wait's place and the kernel that faulted.
// run: -O2
// devices: sim
// message: async_origin.c:19
// message: async_origin_main_14
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int n = 100, *a = malloc(n * sizeof *a);
    int beyond = 1 << 20;
    #pragma acc enter data create(a[0:n])
    /* One queue: the host goes on. */
    #pragma acc parallel loop present(a[0:n]) async(1)
    for (int i = 0; i < n; i++)
        a[i + (i == 50 ? beyond : 0)] = i;
    puts("the program goes on");
    fflush(stdout);
    #pragma acc wait(1)
    puts("never reached");
    free(a);
    return 0;
}
