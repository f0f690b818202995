// Example 2 of the paper, which has one slice, and a free schedule of 2n - 1 times: k = i + j - 1.
// report: devices run it as a wavefront along i + j, in one kernel whose blocks wait for each other
// expect: device kernels=1
// expect: multicore host_kernels=1 in_order=0
#include "../run/check.h"

enum { N = 60 };
static double a[N + 1][N + 1], b[N + 1][N + 1];

static void example(int n)
{
#pragma acc kernels
    for (int i = 1; i <= n; i++) {
        a[i][0] = 1;
        for (int j = 1; j <= n; j++)
            a[i][j] = 0.5 * (a[i - 1][j] + a[i][j - 1]);
    }
}

int main(void)
{
    for (int i = 0; i <= N; i++)
        for (int j = 0; j <= N; j++)
            a[i][j] = b[i][j] = (i + j) % 7;
    example(N);
    for (int i = 1; i <= N; i++) {
        b[i][0] = 1;
        for (int j = 1; j <= N; j++)
            b[i][j] = 0.5 * (b[i - 1][j] + b[i][j - 1]);
    }
    for (int i = 0; i <= N; i++)
        for (int j = 0; j <= N; j++)
            CHECK(a[i][j] == b[i][j]);
    return CHECKED();
}
