// Rows that an iteration reaches through a pointer of its own, alone or beside the array's name: devices copy them by the array's name, since the pointer is
// none where they are copied. Pointers that lead elsewhere too keep their rows in memory.
// expect: device kernels=8
// report: its rows of f (72 bytes each) through shared memory
// report: its rows of new (72 bytes each) through shared memory
// report: its rows of a (32 bytes each) through shared memory
#include "check.h"
#include <string.h>

enum { N = 1003, Q = 9, NY = 17, NX = 59 };

static double f[N * Q], new[N * Q], want[N * Q];
static unsigned a[N * 8 + 8], b[N * 8 + 8];
static double m[N][8], mw[N][8];

#define RELAX(from, to)                                 \
    {                                                   \
        double rho = 0;                                 \
        for (int k = 0; k < Q; k++)                     \
            rho += from[k];                             \
        for (int k = 0; k < Q; k++)                     \
            to[k] = from[k] - 0.5 * (from[k] - rho / Q); \
    }

static void relax(const double *restrict f, double *restrict new, int n)
{
#pragma acc parallel loop copyin(f[0:Q * n]) copyout(new[0:Q * n])
    for (int i = 0; i < n; i++) {
        const double *from = f + Q * i;
        double *to = &new[Q * i];
        RELAX(from, to)
    }
}

/* In place, the array's own name beside the pointer's. */
static void both(unsigned *restrict a, int n)
{
#pragma acc parallel loop copy(a[0:8 * n])
    for (int i = 0; i < n; i++) {
        unsigned *p = a + 8 * i, t = p[3];
        a[8 * i] = t + 1;
        p[1] = t + 2;
        a[8 * i + 2] = p[7] + 3;
        p[5] += a[8 * i + 6];
    }
}

/* A word of the row before: the pointer's row isn't all that is touched. */
static void before(const unsigned *restrict a, unsigned *restrict b, int n)
{
#pragma acc parallel loop copyin(a[0:8 * n]) copy(b[0:8 * n])
    for (int i = 1; i < n; i++) {
        const unsigned *p = a + 8 * i;
        unsigned t = 1;
        t = i % 3 ? t + p[3] : 2;
        b[8 * i] = t + a[8 * i] + a[8 * i + 1] + a[8 * i + 2] + a[8 * i + 3] + a[8 * i + 4] + a[8 * i + 5] + a[8 * i + 6] + a[8 * i - 1];
    }
}

static void grid(const double *restrict f, double *restrict new)
{
#pragma acc parallel loop collapse(2) copyin(f[0:NX * NY * Q]) copyout(new[0:NX * NY * Q])
    for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++) {
            const double *from = f + Q * (j * NX + i);
            double *to = new + Q * (j * NX + i);
            RELAX(from, to)
        }
}

/* The pointer goes on, or has another one beside it. */
static void moving(unsigned *restrict a, int n)
{
#pragma acc parallel loop copy(a[0:8 * n])
    for (int i = 0; i < n; i++) {
        unsigned *p = a + 8 * i;
        for (int k = 0; k < 8; k++)
            *p++ = k + i;
    }
#pragma acc parallel loop copy(a[0:8 * n])
    for (int i = 0; i < n; i++) {
        unsigned *p = a + 8 * i, *q = p + 4;
        for (int k = 0; k < 4; k++)
            p[k] += q[k];
        q[0] = p[0];
    }
}

static void members(void)
{
#pragma acc parallel loop copy(m)
    for (int i = 0; i < N; i++) {
        double *p = m[i];
        for (int k = 0; k < 7; k++)
            p[k] += i;
    }
#pragma acc parallel loop copy(f)
    for (int i = 0; i < N; i++) {
        double *p = f + Q * i;
        for (int k = 0; k < Q; k++)
            p[k] += k;
    }
}

int main(void)
{
    for (int i = 0; i < N * Q; i++)
        f[i] = i % 17 + i % 5, new[i] = want[i] = -1;
    for (int i = 0; i < N * 8 + 8; i++)
        a[i] = b[i] = 3u * i;
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 8; k++)
            m[i][k] = mw[i][k] = i - k;
    relax(f, new, N - 1);
    for (int i = 0; i < N - 1; i++)
        RELAX((f + Q * i), (want + Q * i))
    CHECK(memcmp(new, want, sizeof new) == 0);
    grid(f, new);
    for (int i = 0; i < NX * NY; i++)
        RELAX((f + Q * i), (want + Q * i))
    CHECK(memcmp(new, want, sizeof new) == 0);

    both(a, N);
    for (int i = 0; i < N; i++) {
        unsigned *p = b + 8 * i, t = p[3];
        p[0] = t + 1, p[1] = t + 2, p[2] = p[7] + 3, p[5] += p[6];
    }
    CHECK(memcmp(a, b, sizeof a) == 0);
    before(a, b, N);
    for (int i = 1; i < N; i++) {
        unsigned t = i % 3 ? 1 + a[8 * i + 3] : 2;
        for (int k = -1; k < 7; k++)
            t += a[8 * i + k];
        CHECK(b[8 * i] == t && b[8 * i + 7] == a[8 * i + 7]);
    }
    moving(a, N);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 8; k++)
            CHECK(a[8 * i + k] == (k == 4 ? 2u * i + 4 : k < 4 ? 2u * (k + i) + 4 : (unsigned)(k + i)));
    members();
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 8; k++)
            CHECK(m[i][k] == mw[i][k] + (k < 7 ? i : 0));
        for (int k = 0; k < Q; k++)
            CHECK(f[Q * i + k] == (Q * i + k) % 17 + (Q * i + k) % 5 + k);
    }
    return CHECKED();
}
