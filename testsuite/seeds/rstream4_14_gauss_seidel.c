// Gauss-Seidel's sweeps over 5 and 9 points, of which no loop is parallel: one launch each on a device, whose blocks meet behind each wave; on the cores in
// tiles of steps and rows, wavefront by wavefront.
// run: -O2 -ffp-contract=off
// report: devices run it as a wavefront along 3*t + i + j, in one kernel whose blocks wait for each other
// report: devices run it as a wavefront along 4*t + 2*i + j, in one kernel whose blocks wait for each other
// expect: device kernels=2 together=2 in_order=0
// expect: multicore host_kernels=2 in_order=0
#include "../run/check.h"

enum { N = 100, T = 9 };
static double A[N][N], R[N][N];

#define FIVE(a) a[i][j] = 0.2 * (a[i][j] + a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1])
#define NINE(a)                                                                                                    \
    a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j] + a[i][j + 1] + a[i + 1][j - 1] + a[i + 1][j] + a[i + 1][j + 1]) / 9

static void five(void)
{
#pragma acc kernels
    for (int t = 0; t < T; t++)
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                FIVE(A);
}

static void nine(void)
{
#pragma acc kernels
    for (int t = 0; t < T; t++)
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                NINE(A);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            A[i][j] = R[i][j] = (i * 7 + j * 13) % 17;
    five(), nine();
    for (int t = 0; t < T; t++)
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                FIVE(R);
    for (int t = 0; t < T; t++)
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                NINE(R);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            CHECK(A[i][j] == R[i][j]);
    return CHECKED();
}
