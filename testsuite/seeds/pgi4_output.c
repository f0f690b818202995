// What a region overwrites wholly is output and no input, without a clause: rows as parameters, sections behind pointers, arrays at file scope, in region,
// kernels and parallel. The article's loop reads what it adds to, so there a goes both ways.
// expect: device kernels=5 uploads=7 upload_bytes=54000 downloads=5 download_bytes=42000
#include "../run/check.h"

enum { N = 50 };
static float a[N][N], b[N][N], c[N][N];

static void rows(int n, float x[restrict n][n], const float y[restrict n][n])
{
#pragma acc region
    {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                x[i][j] = 2 * y[i][j];
    }
}

static void pointers(int n, float *restrict x, const float *restrict y)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        x[i] = y[i] + 1;
}

static void file_scope(void)
{
#pragma acc parallel loop collapse(2)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = b[i][j] - 1;
}

static void product(void)
{
#pragma acc region
    {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                a[i][j] = 0;
                for (int k = 0; k < N; k++)
                    a[i][j] += b[i][k] * c[k][j];
            }
    }
}

static void adds(void)
{
#pragma acc region
    {
        for (int i = 0; i < N / 5; i++)
            for (int j = 0; j < N; j++)
                a[i][j] += b[i][j];
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            b[i][j] = (float)((i + j) % 9), c[i][j] = (float)((i * j) % 4), a[i][j] = -1;
    rows(N, a, b);
    CHECK(a[3][4] == 14 && a[N - 1][N - 1] == 2 * b[N - 1][N - 1]);
    pointers(N * N, a[0], b[0]);
    CHECK(a[3][4] == 8);
    file_scope();
    CHECK(a[3][4] == 6);
    product();
    adds();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            float s = i < N / 5 ? b[i][j] : 0;
            for (int k = 0; k < N; k++)
                s += b[i][k] * c[k][j];
            CHECK(a[i][j] == s);
        }
    return CHECKED();
}
