// One of a construct's kernels faults: all are waited for together, and the message has those that it may be.
// devices: nvidia
// message: several_kernels.c:16
// message: one of the kernels several_kernels_main_16 (line 16), several_kernels_main_18 (line 18) on nvidia:0
// message: a data clause
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
