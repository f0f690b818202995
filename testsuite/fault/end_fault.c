// A kernel on a queue faults and nobody waits: the program fails at its end, and what it printed is there.
// devices: sim nvidia
// message: end_fault_main_9
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int *host = malloc(400);
    #pragma acc parallel loop deviceptr(host) async(1)
    for (int i = 0; i < 100; i++)
        host[i] = i;
    puts("ends");
    return 0;
}
