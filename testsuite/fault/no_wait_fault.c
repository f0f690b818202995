// A kernel on a queue faults, and the program only asks the queue: it is told at the question.
// devices: sim nvidia
// message: no_wait_fault_main_14
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 100, *a = malloc(n * sizeof *a), *host = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = 1;
    #pragma acc enter data copyin(a[0:n])
    #pragma acc parallel loop present(a[0:n]) deviceptr(host) async(1)
    for (int i = 0; i < n; i++)
        host[i] = a[i];
    while (!acc_async_test(1))
        ;
    printf("not told\n");
    return 0;
}
