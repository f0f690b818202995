// Calls without a directive, through each other, of themselves, with atomics; routines in conditions and arguments.
// covers: routine inferred, reduction orphaned
// expect: device kernels=5
// expect: multicore host_kernels=5
#include "check.h"
#define N 200
#define M 17

static int even(int n);

/* Mutual recursion, no directive. */
static int odd(int n)
{
    return n == 0 ? 0 : even(n - 1);
}

static int even(int n)
{
    return n == 0 ? 1 : odd(n - 1);
}

static long fib(int n)
{
    if (n < 2)
        return n;
    return fib(n - 1) + fib(n - 2);
}

/* Its body says vector, and so does the one that calls it. */
static int inner(const int *x, int n)
{
    int s = 0;
    #pragma acc loop vector reduction(+:s)
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}

static int outer(const int *x, int n)
{
    if (inner(x, n) > 50)
        return 2 * inner(x, n / 2) + 1;
    return inner(x, n);
}

static int plain(const int *x, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}

/* Atomics of a function are atomic wherever it runs. */
#pragma acc routine seq
static void count(int *bins, int which)
{
    #pragma acc atomic update
    bins[which] += 1;
}

#pragma acc routine vector
static void shift(int *x, int n, int by)
{
    #pragma acc loop vector
    for (int i = 0; i < n; i++)
        x[i] += by;
}

int main(void)
{
    int e[N], x[N][M], y[N], bins[7] = { 0 };
    long f[20];
    #pragma acc parallel loop copyout(e)
    for (int i = 0; i < N; i++)
        e[i] = even(i % 30);
    #pragma acc parallel loop copyout(f)
    for (int i = 0; i < 20; i++)
        f[i] = fib(i);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            x[i][j] = (i + j) % 9;
    #pragma acc parallel loop gang worker num_workers(3) vector_length(32) copyin(x) copyout(y)
    for (int i = 0; i < N; i++)
        y[i] = outer(x[i], i % M);
    #pragma acc parallel loop copy(bins)
    for (int i = 0; i < 10000; i++)
        count(bins, i % 7);
    #pragma acc kernels copy(x)
    {
        shift(x[3], M, 100);
        shift(x[4], M, 200);
    }
    for (int i = 0; i < N; i++) {
        int n = i % M, s;
        CHECK(e[i] == (i % 30 % 2 == 0));
        for (int j = 0; j < M; j++) {
            int by = i == 3 ? 100 : i == 4 ? 200 : 0;
            CHECK(x[i][j] == (i + j) % 9 + by);
            x[i][j] -= by;
        }
        s = plain(x[i], n);
        CHECK(y[i] == (s > 50 ? 2 * plain(x[i], n / 2) + 1 : s));
    }
    for (int i = 2; i < 20; i++)
        CHECK(f[i] == f[i - 1] + f[i - 2]);
    for (int i = 0; i < 7; i++)
        CHECK(bins[i] == 10000 / 7 + (i < 10000 % 7));
    return CHECKED();
}
