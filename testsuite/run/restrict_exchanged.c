// Threads hand values to each other through memory, where a barrier alone doesn't keep compilers from reading early what a `__restrict__` pointer leads to:
// statements of a region beside its loop, calls of routines with loops of their own, and these routines' own parameters.
// run: -O2
// expect: device kernels=4
// expect: multicore host_kernels=4
#include "check.h"

enum { N = 90 };
static int a[N], m[N][N];

#pragma acc routine vector
static void row(int n, int *r, int k)
{
#pragma acc loop vector
    for (int j = 0; j < n; j++)
        r[j] += k;
}

#pragma acc routine vector
static void row_if(int n, int *restrict r, int *restrict s, int k)
{
    s[0] = k;
    if (s[0] > 0) {
#pragma acc loop vector
        for (int j = 0; j < n; j++)
            r[j] += 1;
    }
}

/* The threads but the first would take what stood there before. */
static void in_region(void)
{
    int wrong = 0;
    a[0] = 1;
#pragma acc parallel num_gangs(1) vector_length(64) copy(a, m)
    {
        a[0] = -1;
        if (a[0] > 0) {
#pragma acc loop vector
            for (int j = 0; j < N; j++)
                m[0][j] += 1;
        }
    }
    for (int j = 0; j < N; j++)
        wrong += m[0][j] != 0;
    CHECK(wrong == 0);
}

/* Each turn of a loop that no directive is about begins with a value that one thread has stored. */
static void in_while(void)
{
    int wrong = 0;
    for (int j = 0; j < N; j++)
        a[j] = m[1][j] = 0;
#pragma acc parallel num_gangs(1) copy(a, m)
    {
        while (a[0] < 5) {
            a[0] += 3;
#pragma acc loop vector
            for (int j = 0; j < N; j++)
                m[1][j] += a[0];
        }
    }
    for (int j = 0; j < N; j++) {
        wrong += m[1][j] != 9;
        m[1][j] = 0;
    }
    CHECK(wrong == 0);
}

static void around_call(void)
{
    int wrong = 0;
    for (int i = 0; i < N; i++)
        a[i] = -1;
#pragma acc parallel loop gang copy(a, m)
    for (int i = 0; i < N; i++) {
        a[i] = 2 * i;
        if (a[i] < 0)
            row(N, m[i], 1);
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            wrong += m[i][j] != 0;
    CHECK(wrong == 0);
}

static void in_routine(void)
{
    int wrong = 0;
    for (int i = 0; i < N; i++)
        a[i] = 1;
#pragma acc parallel loop gang copy(a, m)
    for (int i = 0; i < N; i++) {
        row_if(N, m[i], a + i, -i);
#pragma acc loop vector
        for (int j = 0; j < N; j++)
            m[i][j] *= 2;
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            wrong += m[i][j] != 0;
    CHECK(wrong == 0);
}

int main(void)
{
    in_region();
    in_while();
    around_call();
    in_routine();
    return CHECKED();
}
