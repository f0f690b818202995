// A wave moves through two buffers that change places after each step: which is read and which is written is known at run time.
// expect: device kernels=8
// expect: multicore host_kernels=8
#include "check.h"
#include <stdlib.h>

static double *steps(int n, int times, double *now, double *then)
{
    for (int t = 0; t < times; t++) {
        #pragma acc kernels
        for (int i = 1; i < n - 1; i++)
            then[i] = 0.5 * (now[i - 1] + now[i + 1]);
        double *last = now;
        now = then;
        then = last;
    }
    return now;
}

int main(void)
{
    int n = 200, times = 8;
    double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    for (int i = 0; i < n; i++)
        a[i] = b[i] = 3 * i;
    double *at = steps(n, times, a, b);
    CHECK(at == a);
    for (int i = 0; i < n; i++)
        CHECK(at[i] == 3 * i);
    free(a);
    free(b);
    return CHECKED();
}
