// Loops beside each other that have become one, on a device and on the cores, run in parts there and as a whole here.
// run: -O2 --acc-parts=true
// env: ACCRS_SIM_MEMORY=1M ACCRS_GPU_MEMORY=1
// expect: device kernels=17 parts=16
// expect: multicore parts=0
// report: devices run the loops at lines 20, 22 as one
// report: the host's cores run the loops at lines 20, 22 as one
// report: runs in parts where its data doesn't fit the device
// report: devices run the loops at lines 32, 36 as one
// openmp: it is about a device's memory
#include "check.h"

enum { N = 1 << 18 };
static double a[N], b[N];

static void vectors(int n, double *restrict x, double *restrict y)
{
#pragma acc kernels
    {
        for (int i = 0; i < n; i++)
            x[i] = 2 * x[i];
        for (int i = 0; i < n; i++)
            y[i] += x[i];
    }
}

// What the loops inside go through is known when the program runs.
static void sums(int n, const int *restrict k, double *restrict x, double *restrict y)
{
#pragma acc kernels
    {
        for (int i = 0; i < n; i++) {
            for (int j = k[i]; j < k[i + 1]; j++)
                x[i] += j;
        }
        for (int i = 0; i < n; i++) {
            for (int j = k[i]; j < k[i + 1]; j++)
                y[i] += x[i] * j;
        }
    }
}

int main(void)
{
    static int k[101];
    for (int i = 0; i < N; i++) {
        a[i] = i % 10;
        b[i] = 1;
    }
    vectors(N, a, b);
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 2 * (i % 10) && b[i] == 1 + 2 * (i % 10));
    for (int i = 0; i <= 100; i++)
        k[i] = 2 * i + i % 2;
    sums(100, k, a, b);
    for (int i = 0; i < 100; i++) {
        double x = 2 * (i % 10), y = 1 + 2 * (i % 10);
        for (int j = k[i]; j < k[i + 1]; j++)
            x += j;
        for (int j = k[i]; j < k[i + 1]; j++)
            y += x * j;
        CHECK(a[i] == x && b[i] == y);
    }
    return CHECKED();
}
