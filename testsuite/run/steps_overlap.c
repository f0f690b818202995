// Loops over time in kernels around loops over plain pointers, which devices run as one, as several, wavefront by wavefront, or in one kernel: where memory overlaps, what
// comes out is what the text says.
// run: -O2 -ffp-contract=off
// report: devices run the loops at line 53 as one
// report: devices run this loop as 2, one after the other
// report: devices run it as a wavefront along
// expect: multicore host_kernels=11
#include "check.h"
#include <stdlib.h>
#include <string.h>
#define ALL 12000

#define RELAX(name, directive)                                                                             \
    static void name(int steps, int n, double *a, double *b, double *c)                                    \
    {                                                                                                      \
        directive for (int t = 0; t < steps; t++)                                                          \
        {                                                                                                  \
            for (int i = 1; i < n - 1; i++)                                                                \
                b[i] = 0.25 * (a[i - 1] + a[i] + a[i + 1]);                                                \
            for (int i = 1; i < n - 1; i++)                                                                \
                c[i] += b[i] * 0.5;                                                                        \
            for (int i = 1; i < n - 1; i++)                                                                \
                a[i] = b[i];                                                                               \
        }                                                                                                  \
    }
#define ROWS(name, directive)                                                                              \
    static void name(int steps, int n, int m, double *a, double *s, double *q, double *r, double *p)       \
    {                                                                                                      \
        directive for (int t = 0; t < steps; t++)                                                          \
        {                                                                                                  \
            for (int i = 0; i < n; i++) {                                                                  \
                q[i] = 0;                                                                                  \
                for (int j = 0; j < m; j++) {                                                              \
                    s[j] += r[i] * a[i * m + j];                                                           \
                    q[i] += a[i * m + j] * p[j];                                                           \
                }                                                                                          \
            }                                                                                              \
            for (int i = 0; i < n; i++)                                                                    \
                r[i] = 0.001 * q[i];                                                                       \
            for (int j = 0; j < m; j++)                                                                    \
                p[j] = 0.001 * s[j];                                                                       \
        }                                                                                                  \
    }
#define SWEEP(name, directive)                                                                             \
    static void name(int steps, int n, double *a, double *b)                                               \
    {                                                                                                      \
        directive for (int t = 0; t < steps; t++) for (int i = 1; i < n - 1; i++) for (int j = 1;          \
                                                                                       j < n - 1; j++)     \
            a[i * n + j] = 0.25 * (a[(i - 1) * n + j] + a[i * n + j - 1] + a[(i + 1) * n + j]) + b[i * n + j]; \
    }
#define KERNELS _Pragma("acc kernels")
#define PLAIN
RELAX(relax, KERNELS)
RELAX(plain_relax, PLAIN)
ROWS(rows, KERNELS)
ROWS(plain_rows, PLAIN)
SWEEP(sweep, KERNELS)
SWEEP(plain_sweep, PLAIN)

static double *m, *want;

static void fill(void)
{
    for (int i = 0; i < ALL; i++)
        m[i] = want[i] = (i * 13 + 1) % 17 * 0.125;
}

// What a call leaves in all of memory.
#define SAME(name, ...)                                                                                    \
    do {                                                                                                   \
        fill();                                                                                            \
        double *at = want;                                                                                 \
        plain_##name(__VA_ARGS__);                                                                         \
        at = m;                                                                                            \
        _Pragma("acc data copy(m[0:ALL])") name(__VA_ARGS__);                                              \
        CHECK(memcmp(m, want, ALL * sizeof(double)) == 0);                                                 \
    } while (0)

int main(void)
{
    int n = 90;
    m = malloc(ALL * sizeof(double));
    want = malloc(ALL * sizeof(double));
    SAME(relax, 7, n, at, at + 100, at + 200);
    SAME(relax, 7, n, at, at + 30, at + 200);
    SAME(relax, 7, n, at, at + 100, at + 120);
    SAME(relax, 7, n, at, at, at + 200);
    SAME(rows, 3, 40, 50, at, at + 3000, at + 4000, at + 5000, at + 6000);
    SAME(rows, 3, 40, 50, at, at + 3000, at + 3020, at + 5000, at + 6000);
    SAME(rows, 3, 40, 50, at, at + 3000, at + 4000, at + 4000, at + 6000);
    SAME(rows, 3, 40, 50, at, at + 3000, at + 1000, at + 5000, at + 6000);
    SAME(sweep, 5, 60, at, at + 4000);
    SAME(sweep, 5, 60, at, at + 61);
    SAME(sweep, 5, 60, at, at);
    free(m);
    free(want);
    return CHECKED();
}
