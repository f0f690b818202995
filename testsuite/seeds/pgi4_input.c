// What is input to a region is found by analysis: sections behind pointers without a clause, and the limits of loops, with extents and with pitches.
// report: copyin(b[0:n*p]) [inferred: reads b[i + n*k], 0 <= j < m, 0 <= i < n, 0 <= k < p]
// report: copyin(c[0:m*p]) [inferred: reads c[k + p*j], 0 <= j < m, 0 <= i < n, 0 <= k < p]
// expect: device kernels=1 uploads=2 upload_bytes=17280 downloads=1 download_bytes=12800
#include "../run/check.h"

enum { N = 80, M = 40, P = 36 };
static float a[N * M], b[N * P], c[P * M];

static void product(int n, int m, int p, float *restrict x, const float *restrict b, const float *restrict c)
{
#pragma acc region
    {
        for (int j = 0; j < m; j++)
            for (int i = 0; i < n; i++) {
                float s = 0;
                for (int k = 0; k < p; k++)
                    s += b[i + n * k] * c[k + p * j];
                x[i + n * j] = s;
            }
    }
}

int main(void)
{
    for (int i = 0; i < N * P; i++)
        b[i] = (float)(i % 7);
    for (int i = 0; i < P * M; i++)
        c[i] = (float)(i % 5);
    product(N, M, P, a, b, c);
    for (int j = 0; j < M; j++)
        for (int i = 0; i < N; i++) {
            float s = 0;
            for (int k = 0; k < P; k++)
                s += b[i + N * k] * c[k + P * j];
            CHECK(a[i + N * j] == s);
        }
    return CHECKED();
}
