// One of a construct's kernels faults: on sim the message has its own place.
// devices: sim
// message: several_kernels_sim.c:17
// message: several_kernels_sim_main_17
#include <stdlib.h>

enum { N = 100 };
static int a[N];

int main(void)
{
    int *wild = malloc(N * sizeof *wild);
#pragma acc kernels copy(a) deviceptr(wild)
    {
        for (int i = 0; i < N; i++)
            a[i] = i;
        for (int i = 1; i < N; i++)
            wild[i] = i;
    }
    return a[1] != 1;
}
