// What loops in order leave in their variables on a queue of the host's cores: the host repeats the heads that it knows the bounds of, and the others'
// variables are the program's.
// run: -O2
// expect: multicore host_kernels=2
#include "check.h"

int main(void)
{
    double z[64], C[64][64];
    int i = 7, k = 9, n = 12, last[64];
    for (int a = 0; a < 64; a++) {
        z[a] = a;
        for (int b = 0; b < 64; b++)
            C[a][b] = 1. / (a + b + 1);
    }
#pragma acc kernels async(1)
    for (i = 0; i < n; i++)
        for (k = 0; k < i; k++)
            z[i] -= C[i][k] * z[k];
#pragma acc wait(1)
    CHECK(i == 12 && k == 11);

    /* Threads have their own. */
    k = 5;
#pragma acc kernels async(1)
    for (i = 0; i < n; i++) {
        last[i] = 0;
        for (k = 0; k < i; k++)
            last[i] += k;
    }
#pragma acc wait(1)
    CHECK(i == 12 && k == 11 && last[11] == 55);
    return CHECKED();
}
