// Data that the compiler found and that doesn't fit the device's memory: the constructs run on the cores, nothing of it moves, and what does fit
// still runs on the device.
// env: ACCRS_SIM_MEMORY=4M ACCRS_GPU_MEMORY=4
// expect: device kernels=2 host_kernels=4 to_cores=4 uploads=3 downloads=2 in_order=0
// expect: multicore host_kernels=6 to_cores=0
// message: lacking.c:27 (in smooth, kernels): its data doesn't fit the memory of
// message: 16777216 bytes wanted
// message: runs on the host's cores
// openmp: it is about a device's memory
#include <stdio.h>
#include <stdlib.h>

#define N (1 << 20)

static int failed;

static void expect(double value, double want, const char *what)
{
    if (value != want) {
        printf("%s: %g, not %g\n", what, value, want);
        failed = 1;
    }
}

static void smooth(int n, double *restrict to, const double *restrict from)
{
#pragma acc kernels
    for (int i = 1; i < n - 1; i++)
        to[i] = from[i - 1] + from[i + 1];
}

static double sum(int n, const double *a)
{
    double s = 0;
#pragma acc parallel loop reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

int main(void)
{
    double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
    for (int i = 0; i < N; i++) {
        a[i] = i;
        b[i] = -1;
    }
    smooth(N, b, a);
    expect(b[1], 2, "b[1]");
    expect(b[N - 2], 2.0 * (N - 2), "b[N - 2]");
    expect(b[0] + b[N - 1], -2, "the ends");
    expect(sum(N, b), 2.0 * (N / 2 - 1) * (N - 1) - 2, "the sum");
    // What fits stays on the device.
    smooth(1000, b, a);
    expect(sum(1000, b), 2.0 * 499 * 999 - 1 + 2.0 * 999, "a part's sum");
    // On a queue.
#pragma acc parallel loop copy(b[0:N]) async(3)
    for (int i = 0; i < N; i++)
        b[i] = a[i];
#pragma acc parallel loop copyin(a[0:N]) async(3)
    for (int i = 0; i < N; i++)
        b[i] += 1;
#pragma acc wait(3)
    expect(b[0], 1, "b[0]");
    expect(b[N - 1], N, "b[N - 1]");
    free(a);
    free(b);
    return failed;
}
