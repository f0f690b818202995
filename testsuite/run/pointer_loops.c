// Loops that count with pointers, over what no clause names: the sections are found, up to an end that is an expression or another pointer, by steps, downwards, in rows, through
// arrays, beside subscripts of the same array; and where iterations meet, they stay in order.
// report: copy(x[0:n]) [inferred: reads *p, x <= p < x + n; writes *p, x <= p < x + n]
// report: copyin(x[0:end - x]) [inferred: reads *p, x <= p < end]
// launch: pointer_loops_carried_81 grid=1x1x1 block=1x1x1
// launch: pointer_loops_one_89 grid=1x1x1 block=1x1x1
// expect: device kernels=12
#include "check.h"
#include <stdlib.h>

enum { N = 1000, M = 30 };
static double whole[N], other[N];

static void twice(int n, double *x)
{
    double *p;
#pragma acc kernels
    for (p = x; p < x + n; p++)
        *p = 2 * *p + (p - x);
}

static double summed(const double *x, const double *end)
{
    double s = 0;
#pragma acc kernels
    for (const double *p = x; p < end; p++)
        s += *p;
    return s;
}

/* Every third one. */
static void stepped(int n, double *restrict x, const double *restrict y)
{
#pragma acc parallel loop
    for (double *p = x + 1; p < x + n; p += 3)
        *p = y[p - x];
}

static void down(int n, double *x)
{
#pragma acc kernels
    for (double *p = x + n - 1; p >= x; --p)
        *p -= 1;
}

/* Rows of a matrix, the next element beside its own. */
static void rows(int n, int m, double *restrict a, const double *restrict b)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        for (double *p = a + i * m; p < a + i * m + m - 1; p++)
            p[1] = b[i] + *(p - a + b);
}

static void arrays(void)
{
    double *p;
#pragma acc kernels
    for (p = whole; p < whole + N; p++)
        *p = p - whole;
#pragma acc kernels
    for (p = &whole[10]; p != whole + 20; p++)
        other[p - whole] = p[5];
}

struct pair {
    double first, second;
};

static void pairs(int n, struct pair *x)
{
#pragma acc kernels
    for (struct pair *p = x; p < x + n; p++)
        p->second = p->first + 1;
}

/* Each iteration reads what the one before has stored. */
static void carried(int n, double *x)
{
#pragma acc kernels
    for (double *p = x + 1; p < x + n; p++)
        *p = p[-1] + 1;
}

/* All of them read one that one of them stores. */
static void one(int n, double *x)
{
#pragma acc kernels
    for (double *p = x; p < x + n; p++)
        *p += x[7];
}

/* The pointer is asked for behind the loop. */
static long left(int n, double *x)
{
    double *p;
#pragma acc kernels
    for (p = x; p < x + n; p++)
        *p = 3;
    return p - x;
}

/* An end before the beginning. */
static void none(double *x, double *end)
{
#pragma acc kernels
    for (double *p = x; p < end; p++)
        *p = 5;
}

int main(void)
{
    double *x = malloc(N * M * sizeof *x), *y = malloc(N * M * sizeof *y);
    struct pair s[N];
    if (!x || !y)
        return 2;
    for (int i = 0; i < N * M; i++)
        x[i] = i % 7, y[i] = i % 11;
    twice(N, x);
    for (int i = 0; i < N; i++)
        CHECK(x[i] == 2 * (i % 7) + i);
    CHECK(x[N] == N % 7);
    double want = 0;
    for (int i = 5; i < N; i++)
        want += x[i];
    CHECK(summed(x + 5, x + N) == want);
    stepped(N, x, y);
    for (int i = 0; i < N; i++)
        CHECK(x[i] == (i % 3 == 1 ? i % 11 : 2 * (i % 7) + i));
    down(7, x + 3);
    CHECK(x[3] == 8 && x[10] == 10 && x[9] == 12 && x[2] == 6);
    rows(N, M, x, y);
    for (int i = 0; i < N; i++)
        for (int j = 1; j < M; j++)
            CHECK(x[i * M + j] == y[i] + y[i * M + j - 1]);
    arrays();
    for (int i = 0; i < N; i++)
        CHECK(whole[i] == i && other[i] == (i >= 10 && i < 20 ? i + 5 : 0));
    for (int i = 0; i < N; i++)
        s[i].first = i, s[i].second = 0;
    pairs(N, s);
    for (int i = 0; i < N; i++)
        CHECK(s[i].first == i && s[i].second == i + 1);
    x[0] = 1;
    carried(N, x);
    for (int i = 0; i < N; i++)
        CHECK(x[i] == i + 1);
    one(N, x);
    for (int i = 0; i < N; i++)
        CHECK(x[i] == i + 1 + (i <= 7 ? 8 : 16));
    CHECK(left(N, x) == N && x[N - 1] == 3 && x[0] == 3);
    none(x + 4, x + 2);
    CHECK(x[2] == 3 && x[3] == 3 && x[4] == 3);
    free(x);
    free(y);
    return CHECKED();
}
