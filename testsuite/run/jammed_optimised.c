// Recurrences along rows, on SIMD lanes, with all that the host compiler does at -O3: gcc's own jam of the loop around the lanes must not come on top.
// run: -O3
// report: the host's cores run 8 iterations of i together, on SIMD lanes, through the sequential loops in it
// expect: device in_order=0
// expect: multicore in_order=0
#include "check.h"
#define N 24

static double c[N][N], want[N][N];

__attribute__((noinline)) static void rows(long low, long high, long from, long end)
{
    #pragma acc kernels
    for (long i = low; i < high; i++)
        for (long j = from; j < end; j++)
            c[i][j] += c[i][j - 1] * 0.5;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            c[i][j] = want[i][j] = i - j + 3;
    rows(0, N, 1, N);
    for (int i = 0; i < N; i++)
        for (int j = 1; j < N; j++)
            want[i][j] += want[i][j - 1] * 0.5;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            CHECK(c[i][j] == want[i][j]);
    return CHECKED();
}
