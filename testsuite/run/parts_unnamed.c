// The only loop that a variable of the function counts runs in parts on the cores, which have variables of their own. A label can't be in two texts, so
// there is none with the function's variable beside it: no compiler may find that unused.
// run: -O3
// env: OMP_NUM_THREADS=3
// expect: multicore host_kernels=1
#include "check.h"

static int twice(int n)
{
    return 2 * n;
}

static double product(int n, const double *a)
{
    int i;
    double r = 1;
#pragma acc parallel loop num_gangs(1) copyin(a[0:4 * n]) seq reduction(*:r)
    for (int j = 0; j < 4; j++) {
        char any = 0;
#pragma acc loop worker reduction(*:r) reduction(||:any)
        for (i = twice(n) - n - 1; i != -1; --i) {
            double t[2] = { a[j * n + i], 1 };
#pragma acc loop vector reduction(*:r) reduction(||:any)
            for (int k = 0; k < 2; k++) {
                r *= t[k];
                any = any || t[k] > 1;
            }
            if (t[0] > 1)
                goto next;
            t[1] = t[0];
next:
            (void)t;
        }
        if (any)
            r *= -1;
    }
    return r;
}

int main(void)
{
    double a[24];
    for (int i = 0; i < 24; i++)
        a[i] = i % 7 == 0 ? 2 : i % 5 == 0 ? 0.5 : 1;
    /* Twos at 0, 7, 14, 21; halves at 5, 10, 15, 20: one of four rows of six has none of the first. */
    CHECK(product(6, a) == 1);
    return CHECKED();
}
