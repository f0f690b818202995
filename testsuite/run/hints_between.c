// The host compiler's hints between a directive and its loop, as pragmas and as operators: OpenMP's directives may not stand behind them.
// run: -O2
// env: OMP_NUM_THREADS=3
// expect: device kernels=4
// expect: multicore host_kernels=4
#include "check.h"

enum { N = 900, M = 8 };
static int a[N], b[N], c[N][M];

int main(void)
{
    int s = 0;
#pragma acc parallel loop
#pragma GCC ivdep
    for (int i = 0; i < N; i++)
        a[i] = i;
    _Pragma("acc parallel loop") _Pragma("GCC ivdep") for (int i = 0; i < N; i++) b[i] = 2 * a[i];
#pragma acc kernels
    {
#pragma acc loop independent

#pragma GCC unroll 4
#pragma GCC ivdep
        for (int i = 0; i < N; i++) {
#pragma acc loop seq
#pragma GCC unroll 2
            for (int j = 0; j < M; j++)
                c[i][j] = i + j;
        }
    }
#pragma acc parallel loop reduction(+ : s)
#pragma GCC unroll 4
    for (unsigned char i = 0; i < 200; i++)
        s += b[i];
    for (int i = 0; i < N; i++) {
        CHECK(a[i] == i && b[i] == 2 * i);
        for (int j = 0; j < M; j++)
            CHECK(c[i][j] == i + j);
    }
    CHECK(s == 199 * 200);
    return CHECKED();
}
