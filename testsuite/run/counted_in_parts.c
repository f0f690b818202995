// Loops with counters narrower than int, which get heads of their own, at the end of the body of loops that also have other text around them: parts of a
// sum, another counter of that kind, tiles of neither with braces.
// run: -O2 -Wno-openacc
// env: OMP_NUM_THREADS=3 ACCRS_LEAST_WORK=0
// expect: device kernels=3
#include "check.h"

enum { N = 24 };
static double a[N][N];

int main(void)
{
    double d = 1, e = 0, f = 0;
#pragma acc kernels
    for (int i = 2; i < N; i++)
        for (short j = 0; j < i; j++)
            d += 0.5;
#pragma acc kernels
    for (short i = 2; i < N; i++)
        for (unsigned char j = 0; j < i; j++)
            if (j != 3)
                a[i][j] = i + j;
#pragma acc parallel loop reduction(+ : f)
    for (signed char i = 0; i < N; i++)
        for (short j = 0; j < N; j++)
            f += a[i][j];
    for (int i = 2; i < N; i++)
        for (int j = 0; j < i; j++)
            e += j == 3 ? 0 : i + j;
    CHECK(d == 1 + 0.5 * (N * (N - 1) / 2 - 1));
    CHECK(e == f);
    return CHECKED();
}
