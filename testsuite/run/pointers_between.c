// Pointers that a region of kernels assigns between its loops, or from one iteration to the next: kernels are given the host's pointers, so what one
// assigns no other one would see.
// run: -O2 -Wno-openacc
// env: ACCRS_LEAST_WORK=0
#include "check.h"

enum { N = 40, M = 50 };

static void between(int n, double *restrict p)
{
#pragma acc kernels copy(p[0 : n + 3])
    {
        p += 3;
        for (int i = 0; i < n; i++)
            p[i] = i;
    }
}

static void behind(int n, double *restrict p)
{
#pragma acc kernels copy(p[0 : n + 3])
    {
        for (int i = 0; i < n; i++)
            p[i] = i;
        p += 3;
        p[0] = 77;
    }
}

static void stepped(int n, int m, const double *restrict p, double *restrict q)
{
#pragma acc kernels copyin(p[0 : n * m]) copyout(q[0 : n])
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < m; j++)
            s += p[j] * (j + 1);
        p += m;
        q[i] = s;
    }
}

static void exchanged(int n, double *p, double *q)
{
#pragma acc kernels copy(p[0 : n], q[0 : n])
    for (int t = 0; t < 3; t++) {
        for (int i = 0; i < n; i++)
            p[i] = q[i] + 1;
        double *x = p;
        p = q;
        q = x;
    }
}

static void perhaps(int n, int which, double *p)
{
#pragma acc kernels copy(p[0 : 2 * n])
    {
        if (which) {
            for (int i = 0; i < n; i++)
                p[i] = 5;
            p += n;
        }
        for (int i = 0; i < n; i++)
            p[i] += 1;
    }
}

// One after the other: nothing goes on.
static void heads(int n, double *restrict a, double *restrict b)
{
    double *p;
#pragma acc kernels copy(a[0 : n], b[0 : n])
    {
        for (p = a; p < a + n; p++)
            *p = 1;
        for (p = b; p < b + n; p++)
            *p = 2;
    }
}

int main(void)
{
    static double a[N * M], b[N * M];
    between(N, a);
    behind(N, b);
    CHECK(a[2] == 0 && a[3] == 0 && a[N + 2] == N - 1);
    CHECK(b[2] == 2 && b[3] == 77 && b[N - 1] == N - 1);
    for (int i = 0; i < N * M; i++)
        a[i] = i % 11;
    stepped(N, M, a, b);
    for (int i = 0; i < N; i++) {
        double x = 0;
        for (int j = 0; j < M; j++)
            x += a[i * M + j] * (j + 1);
        CHECK(b[i] == x);
    }
    for (int i = 0; i < N; i++) {
        a[i] = 0;
        b[i] = 100;
    }
    exchanged(N, a, b);
    CHECK(a[7] == 103 && b[7] == 102);
    for (int i = 0; i < 2 * N; i++)
        a[i] = 0;
    perhaps(N, 1, a);
    CHECK(a[0] == 5 && a[N] == 1);
    perhaps(N, 0, a);
    CHECK(a[0] == 6 && a[N] == 1);
    heads(N, a, b);
    CHECK(a[N - 1] == 1 && a[N] == 1 && b[0] == 2);
    return CHECKED();
}
