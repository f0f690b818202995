// The article's own loop, with pitches that are parameters: the program asks whether they hold the rows, and the product then has tiles. Where they don't hold
// them, it runs as it is written.
// report: with b, c in shared memory
// report: This rests on n <= pitch_a
// launch: pgi3_pitches_product_17 grid=3x2x1 block=32x4x1
// launch: pgi3_pitches_product_18_rows_overlap
// expect: device kernels>=2
#include "../run/check.h"

enum { N = 150, M = 100, P = 77, PITCH = 160 };
static float a[PITCH * M], b[PITCH * P], c[PITCH * M], want[PITCH * M];

static void product(int n, int m, int p, int pitch_a, int pitch_b, int pitch_c, float *restrict a, float *restrict b, float *restrict c)
{
#pragma acc region
    {
        for (int j = 0; j < m; ++j)
            for (int k = 0; k < p; ++k)
                for (int i = 0; i < n; ++i)
                    a[i + pitch_a * j] += b[i + pitch_b * k] * c[k + pitch_c * j];
    }
}

static void check(int pitch)
{
    for (int i = 0; i < PITCH * M; i++)
        a[i] = want[i] = 0;
    product(N, M, P, pitch, PITCH, PITCH, a, b, c);
    for (int j = 0; j < M; ++j)
        for (int k = 0; k < P; ++k)
            for (int i = 0; i < N; ++i)
                want[i + pitch * j] += b[i + PITCH * k] * c[k + PITCH * j];
    for (int i = 0; i < PITCH * M; i++)
        CHECK(a[i] == want[i]);
}

int main(void)
{
    for (int i = 0; i < PITCH * P; i++)
        b[i] = (float)(i * 7 % 17);
    for (int i = 0; i < PITCH * M; i++)
        c[i] = (float)(i * 5 % 13);
    check(PITCH);
    check(N - 3);
    return CHECKED();
}
