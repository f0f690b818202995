// The loop directive's words: parallel, vector with a strip, seq, unroll and independent, also several in one line between commas.
// launch: pgi4_loops_nest_14 grid=7x90x1 block=32x1x1
// launch: pgi4_loops_words_27 block=64x1x1
// expect: device kernels=2 in_order=0
#include "../run/check.h"

enum { N = 200, M = 90 };
static float a[M][N], s[M];

static void nest(void)
{
#pragma acc region
    {
#pragma acc for parallel, independent
        for (int j = 0; j < M; j++)
#pragma acc for parallel, vector(32)
            for (int i = 0; i < N; i++) {
#pragma acc for seq, unroll(2)
                for (int k = 0; k < 5; k++)
                    a[j][i] += (float)(i + j * k);
            }
    }
}

static void words(int n, const int *at, float *x)
{
#pragma acc region for parallel vector(64) independent copy(x[0 : n]) copyin(at[0 : n])
    for (int i = 0; i < n; i++)
        x[at[i]] += 1;
}

int main(void)
{
    int at[M];
    for (int j = 0; j < M; j++)
        at[j] = M - 1 - j;
    nest();
    words(M, at, s);
    for (int j = 0; j < M; j++) {
        CHECK(s[j] == 1);
        for (int i = 0; i < N; i++)
            CHECK(a[j][i] == (float)(5 * i + 10 * j));
    }
    return CHECKED();
}
