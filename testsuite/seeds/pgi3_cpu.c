// The same loops on the host's cores: in tiles, with vectors, and shared by threads, in the article's order and in the one that is slow by itself.
// run: -O2 -march=native
// report: the host's cores run it in tiles of
// expect: multicore host_kernels=2 in_order=0
#include "../run/check.h"

enum { N = 150 };
static float a[N][N], b[N][N], c[N][N];

static void article(void)
{
#pragma acc region
    {
        for (int j = 0; j < N; ++j)
            for (int k = 0; k < N; ++k)
                for (int i = 0; i < N; ++i)
                    a[j][i] += b[k][i] * c[j][k];
    }
}

static void slow(void)
{
#pragma acc region
    {
        for (int i = 0; i < N; ++i)
            for (int j = 0; j < N; ++j)
                for (int k = 0; k < N; ++k)
                    a[j][i] += b[k][i] * c[j][k];
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            b[i][j] = (float)((i + j) % 3), c[i][j] = (float)((i * j) % 5);
    article(), slow();
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
            float s = 0;
            for (int k = 0; k < N; k++)
                s += b[k][i] * c[j][k];
            CHECK(a[j][i] == 2 * s);
        }
    return CHECKED();
}
