// Algorithm 2: references whose intervals overlap are one group, with one copy on the device: what is written through one name is read through the other.
// expect: device kernels=3 in_order=1 presents=1
// expect: multicore host_kernels=3 in_order=1
#include "../run/check.h"

enum { N = 200 };
static double a[4 * N];

static void shifted(int n, double *x)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        x[2 * i] = x[2 * i + 1] + x[2 * n + i];
}

static void apart(int n, double *x, double *y)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        x[i] = y[i] + 1;
}

int main(void)
{
    double want[4 * N];
    for (int i = 0; i < 4 * N; i++)
        a[i] = want[i] = i % 23;
    shifted(N, a);
    for (int i = 0; i < N; i++)
        want[2 * i] = want[2 * i + 1] + want[2 * N + i];
    apart(N, a + 2 * N, a);
    for (int i = 0; i < N; i++)
        want[2 * N + i] = want[i] + 1;
    apart(N, a + 1, a);
    for (int i = 0; i < N; i++)
        want[1 + i] = want[i] + 1;
    for (int i = 0; i < 4 * N; i++)
        CHECK(a[i] == want[i]);
    return CHECKED();
}
