// Loops that start from their variable's own value, from which OpenMP refuses to start: alone, in a region with copies of it, collapsed, nested, with
// steps. And a loop down through 0 in an unsigned type, which has threads where its bound is large enough for them.
// run: -O2 -Wno-openacc
// env: OMP_NUM_THREADS=3
// report: on the host's cores, threads share this where n is about
// expect: multicore host_kernels=7
#include "check.h"

enum { N = 100, M = 30 };
static double a[N], b[N], c[M][M];

static void one(int n)
{
    int i = 5;
#pragma acc parallel loop
    for (i = i; i < n; i++)
        a[i] = 3 * b[i];
}

static void in_region(int n)
{
    int i = 7;
#pragma acc parallel firstprivate(i)
    {
#pragma acc loop gang
        for (i = i + 1; i < n; i++)
            a[i] += b[i];
    }
}

static void collapsed(int n, int m)
{
    int i = 1, j = 2;
#pragma acc parallel loop collapse(2)
    for (i = i; i < n; i++)
        for (j = 0; j < m; j++)
            c[i][j] = i * j + 1;
}

static void nested(int n, int m)
{
    int i = 2, j;
#pragma acc parallel loop
    for (i = i; i < n; i++) {
#pragma acc loop
        for (j = i; j < m; j++)
            c[i][j] += i - j;
    }
}

static void steps(int n)
{
    long i = 90;
#pragma acc kernels
    {
#pragma acc loop independent
        for (i = i - 1; i > n; i -= 3)
            a[i] += 1000 * b[i];
    }
}

/* The second loop starts from what the first one has left. */
static int left(int n)
{
    int i = 3;
#pragma acc kernels
    {
        for (i = i; i < n; i += 4)
            a[i] += 2;
        for (i = i - 1; i > 0; i--)
            b[i] += 1;
    }
    return i;
}

static size_t down(size_t n)
{
    size_t i;
#pragma acc kernels
    for (i = n - 1; i != (size_t)-1; i--)
        a[i] -= b[i];
    return i;
}

int main(void)
{
    double right[N], from[N];
    for (int i = 0; i < N; i++)
        b[i] = from[i] = i + 1, a[i] = right[i] = 0;
    one(N);
    in_region(N - 1);
    for (int i = 5; i < N; i++)
        right[i] = 3 * b[i] + (i > 7 && i < N - 1 ? b[i] : 0);
    steps(10);
    for (int i = 89; i > 10; i -= 3)
        right[i] += 1000 * b[i];
    CHECK(left(70) == 0);
    for (int i = 3; i < 70; i += 4)
        right[i] += 2;
    /* 71 was the first that the loop before didn't run. */
    for (int i = 70; i > 0; i--)
        from[i] += 1;
    CHECK(down(N) == (size_t)-1);
    for (int i = 0; i < N; i++) {
        CHECK(b[i] == from[i]);
        CHECK(a[i] == right[i] - from[i]);
    }
    collapsed(M, M);
    nested(M, M);
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            CHECK(c[i][j] == (i > 0 ? i * j + 1 : 0) + (i > 1 && j >= i ? i - j : 0));
    return CHECKED();
}
