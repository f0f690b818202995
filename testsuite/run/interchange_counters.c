// Loops in order that the cores run outside of the parallel loop around them: their variables, declared ahead as C89 wants it and also used elsewhere, count
// there and are nobody's private copy.
// run: -O2
// report: interchanged with the loop at line
// expect: multicore host_kernels=2
#include "check.h"

enum { M = 7, N = 12 };
static unsigned a[16], c[12][M][N], d[12][M][N];

static void simd(void)
{
    int i, j, k, l;
#pragma acc kernels
    {
        k = (int)(a[2] % 7);
        a[k] += 2;
        for (j = 10; j >= 2; j--)
            for (i = 1; i < M; i++)
                for (l = 0; l < N; l++)
                    for (k = 3; k >= 2; k--) {
                        c[k][i][l] += c[j][i][l] + c[k][i][l] + 6u * (unsigned)k;
                        c[k][i][l] -= 14u * (unsigned)i;
                    }
    }
}

/* With a loop in it, so that it is no loop for SIMD. */
static void plain(void)
{
    int i, k, l, m;
#pragma acc kernels
    {
        k = (int)(a[3] % 5);
        a[k] += 1;
        for (i = 0; i < M; i++)
            for (l = 0; l < N; l++)
                for (k = 1; k < 12; k++) {
                    d[k][i][l] += d[k - 1][i][l] * 3u;
                    for (m = 0; m < k; m++)
                        d[k][i][l] ^= (unsigned)(m * l);
                }
    }
}

static unsigned sum(const unsigned *p, int n)
{
    unsigned all = 17;
    for (int i = 0; i < n; i++)
        all = all * 31 + p[i];
    return all;
}

int main(void)
{
    for (int i = 0; i < 16; i++)
        a[i] = 5u * (unsigned)i + 1;
    for (int i = 0; i < 12 * M * N; i++) {
        (&c[0][0][0])[i] = (unsigned)(i * 7 + 3);
        (&d[0][0][0])[i] = (unsigned)(i % 23);
    }
    simd();
    plain();
    CHECK(sum(a, 16) == 200131640u);
    CHECK(sum(&c[0][0][0], 12 * M * N) == 2046120777u);
    CHECK(sum(&d[0][0][0], 12 * M * N) == 1222229365u);
    return CHECKED();
}
