// Sums along the rows of a matrix, in scalars and in memory, in kernels and in parallel: a gang has a row, and its lanes share it. Sums along columns
// stay in each thread.
// expect: device kernels=7
// launch: automatic_rows_scalar_20 grid=70x1x1 block=128x1x1
// launch: automatic_rows_memory_32 grid=70x1x1 block=128x1x1
// launch: automatic_rows_from_zero_40 grid=70x1x1 block=128x1x1
// launch: automatic_rows_of_parallel_49 grid=70x1x1 block=128x1x1
// launch: automatic_rows_triangle_59 grid=70x1x1 block=128x1x1
// launch: automatic_rows_columns_68 grid=1x1x1 block=128x1x1
#include "check.h"
#define N 70
#define M 150

static double a[N][M], x[M], y[N];
static long whole[N];

static void scalar(int n, int m)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        double s = 1;
        for (int j = 0; j < m; j++)
            s += a[i][j] * x[j];
        y[i] = s;
    }
}

static void memory(int n, int m)
{
    /* The element keeps its value where there is nothing to add. */
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            y[i] -= a[i][j] * x[j];
}

static void from_zero(int n, int m)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        whole[i] = 0;
        for (int j = 0; j < m; j++)
            whole[i] += (long)(a[i][j] * x[j]);
    }
}

static void of_parallel(int n, int m)
{
    #pragma acc parallel loop
    for (int i = 0; i < n; i++) {
        y[i] = 2;
        for (int j = 0; j < m; j++)
            y[i] += a[i][j] * x[j];
    }
}

static void triangle(int n)
{
    #pragma acc parallel loop
    for (int i = 0; i < n; i++)
        for (int j = i; j < 2 * n; j++)
            y[i] += a[i][j];
}

static void columns(int n, int m)
{
    #pragma acc kernels
    for (int j = 0; j < n; j++) {
        x[j] = 0;
        for (int i = 0; i < m; i++)
            x[j] += a[i][j];
    }
}

static double product(int i, int m)
{
    double s = 0;
    for (int j = 0; j < m; j++)
        s += a[i][j] * x[j];
    return s;
}

int main(void)
{
    for (int j = 0; j < M; j++)
        x[j] = j % 6;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = (i * 3 + j * 5) % 8;
    scalar(N, M);
    for (int i = 0; i < N; i++)
        CHECK(y[i] == 1 + product(i, M));
    memory(N, M);
    for (int i = 0; i < N; i++)
        CHECK(y[i] == 1);
    memory(N, 0);
    for (int i = 0; i < N; i++)
        CHECK(y[i] == 1);
    from_zero(N, 130);
    for (int i = 0; i < N; i++)
        CHECK(whole[i] == product(i, 130));
    of_parallel(N, M);
    for (int i = 0; i < N; i++)
        CHECK(y[i] == 2 + product(i, M));
    triangle(N);
    for (int i = 0; i < N; i++) {
        double s = 2 + product(i, M);
        for (int j = i; j < 2 * N; j++)
            s += a[i][j];
        CHECK(y[i] == s);
    }
    columns(N, N);
    for (int j = 0; j < N; j++) {
        double s = 0;
        for (int i = 0; i < N; i++)
            s += a[i][j];
        CHECK(x[j] == s);
    }
    return 0;
}
