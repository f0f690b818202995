// As end_fault.c, with exit() in place of main's end, behind another queue that waits for the failing one.
// devices: sim nvidia
// message: exit_fault_work_9
#include <stdio.h>
#include <stdlib.h>

static void work(int *host)
{
    #pragma acc parallel loop deviceptr(host) async(1)
    for (int i = 0; i < 100; i++)
        host[i] = i;
    #pragma acc wait(1) async(2)
}

int main(void)
{
    work(malloc(400));
    puts("exits");
    exit(0);
}
