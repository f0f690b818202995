// Raising: while and do loops that count are loops like others.
// expect: device kernels=2
// expect: multicore host_kernels=2
// launch: rstream2_while_counted_16 block=128x1x1
// launch: rstream2_while_at_least_once_28 block=128x1x1
#include "../run/check.h"

enum { N = 300 };
static double a[N], b[N], c[N];

static void counted(int n, double *restrict x, const double *restrict y)
{
#pragma acc kernels
    {
        int i = 0;
        while (i < n) {
            x[i] = 2 * y[i];
            i++;
        }
    }
}

static void at_least_once(int n, double *restrict x, const double *restrict y)
{
#pragma acc kernels
    {
        int i = 0;
        do {
            x[i] = y[i] + 1;
            i += 2;
        } while (i < n);
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        b[i] = i % 17;
    counted(N, a, b);
    at_least_once(N, c, b);
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 2 * b[i] && c[i] == (i % 2 ? 0 : b[i] + 1));
    return CHECKED();
}
