// Thousands of private arrays whose length is known at run time only: more than the 8 MB of heap that a GPU has unless the
// runtime asks for more.
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#include <stdlib.h>

int main(void)
{
    int n = 2000, m = 4096, *out = malloc(n * sizeof *out), bad = 0;
#pragma acc parallel loop copyout(out[0 : n])
    for (int i = 0; i < n; i++) {
        int v[m];
        for (int k = 0; k < m; k += 64)
            v[k] = i ^ k;
        out[i] = v[0] + v[m - 64];
    }
    for (int i = 0; i < n; i++)
        bad += out[i] != i + (i ^ (m - 64));
    CHECK(bad == 0);
    free(out);
    return CHECKED();
}
