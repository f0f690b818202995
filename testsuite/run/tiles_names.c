// Tiles have one name for each variable: nests whose variables hide others, or count several loops. And places where a nest can stand.
// run: -O2 -ffp-contract=off
// expect: multicore host_kernels=7
#include "check.h"
#include <string.h>
enum { N = 70 };
static double a[N][N], b[N][N], want[N][N], x[N];
static double s = 3;

static void start(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = i % 3;
        for (int j = 0; j < N; j++) {
            a[i][j] = (i * 3 + j) % 7 - 3;
            b[i][j] = (i + j) % 5 * 0.5;
        }
    }
}
#define BOTH(directive, ...) \
    do { \
        start(); \
        __VA_ARGS__ \
        memcpy(want, a, sizeof a); \
        start(); \
        _Pragma(#directive) __VA_ARGS__ \
        CHECK(!memcmp(want, a, sizeof a)); \
    } while (0)

static void product(int n, double *c, const double *d, const double *e, int which)
{
    if (which == 1)
        #pragma acc kernels
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                for (int k = 0; k < n; k++)
                    c[i * n + j] += d[i * n + k] * e[k * n + j];
    else if (which == 2)
        #pragma acc kernels async(1)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                for (int k = 0; k < n; k++)
                    c[i * n + j] -= d[i * n + k] * e[k * n + j];
    else
        c[0] = -1;
    #pragma acc wait
}

int main(void)
{
    int i, j, k;
    /* A loop's variable hides the one around. */
    BOTH(acc kernels, for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double t = x[j];
            for (int j = 0; j < N; j++) a[i][j] += t * b[i][j];
        });
    /* A scalar hides another one, which is read behind its block. */
    BOTH(acc kernels, for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double q;
            {
                double s = x[j];
                for (int k = 0; k < N; k++) s += b[i][k] * b[k][j];
                q = s;
            }
            a[i][j] = q * s;
        });
    /* One counter of two loops: in the first one the sum reads what it has added to. */
    BOTH(acc kernels, for (i = 0; i < 10; i++)
        for (j = 0; j < N; j++) {
            for (k = 0; k < i + 1; k++) a[i][j] += a[k][j] * b[k][j];
            for (k = 0; k < N; k++) a[i][j] += b[i][k] * b[k][j];
        });
    /* Scalars with one name in blocks of their own. */
    BOTH(acc kernels, for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            { double t = 1; for (int k = 0; k < N; k++) t += b[i][k] * b[k][j]; a[i][j] = t; }
            { double t = 2; for (int k = 0; k < N; k++) t -= b[i][k] * x[k]; a[i][j] += t; }
        });
    /* Rows that do something beside their lanes. */
    BOTH(acc kernels, for (int i = 0; i < N; i++) {
        a[i][i] = 1;
        for (int j = i + 1; j < N; j++) {
            double t = 0;
            for (int k = 0; k < N; k++) t += b[k][i] * b[k][j];
            a[i][j] = t;
        }
        x[i] = a[i][i] * 2;
    });
    for (int which = 0; which < 3; which++) {
        start();
        for (int i = 0; which && i < N; i++)
            for (int j = 0; j < N; j++)
                for (int k = 0; k < N; k++)
                    a[i][j] += (which == 1 ? 1 : -1) * (b[i][k] * b[k][j]);
        if (!which) a[0][0] = -1;
        memcpy(want, a, sizeof a);
        start();
        product(N, &a[0][0], &b[0][0], &b[0][0], which);
        CHECK(!memcmp(want, a, sizeof a));
    }
    (void)i, (void)j, (void)k;
    return CHECKED();
}
