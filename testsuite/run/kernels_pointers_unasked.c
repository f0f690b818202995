// Pointers of which the program can't ask at run time whether they overlap, since it isn't known how far they reach: the
// loops run in order, and the report says why.
// launch: kernels_pointers_unasked_gather_20 grid=1x1x1 block=1x1x1
// launch: kernels_pointers_unasked_rows_29 grid=1x1x1 block=1x1x1
// launch: kernels_pointers_unasked_both_37 grid=4x1x1 block=1x1x1
// launch: kernels_pointers_unasked_moving_54 grid=1x1x1 block=1x1x1
// report: since how far b reaches is not known: ix[i] is not affine in the loop variables
// report: since how far a reaches is not known: a[i][j] goes through another pointer
// report: since the construct's gangs do more than this nest of loops
// report: since p gets its value in the construct
// report: since there are too many pairs of pointers
// expect: device kernels=5 in_order=0
// expect: multicore host_kernels=5 in_order=0
#include "check.h"
#define N 50

static void gather(int n, double *a, double *b, const int *ix)
{
    #pragma acc kernels present(a, b, ix)
    for (int i = 0; i < n; i++)
        a[i] = b[ix[i]] + 1;
}

/* Rows of which each has other elements. */
static void rows(int n, double **a, double **b)
{
    #pragma acc data copy(a[0:n][0:n]) copyin(b[0:n][0:n])
    #pragma acc kernels present(a, b)
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            a[i][j] = b[i][j] + 1;
}

/* Each gang does all of it. */
static void both(int n, double *a, double *b)
{
    #pragma acc parallel num_gangs(4) present(a[0:n], b[0:n])
    {
        #pragma acc loop auto
        for (int i = 0; i < n; i++)
            a[i] = b[0] + i;
        #pragma acc loop auto
        for (int i = 0; i < n; i++)
            a[i] = b[0] + i;
    }
}

static void moving(int n, double *a, double *b)
{
    double *p;
    #pragma acc kernels present(a[0:n], b[0:n])
    {
        p = a;
        for (int i = 0; i < n; i++)
            p[i] = b[i];
    }
}

/* Twelve arrays: 66 pairs. */
static void many(int n, int *a, int *b, int *c, int *d, int *e, int *f, int *g, int *h, int *o, int *p, int *q, int *r)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        a[i] = b[i] = c[i] = d[i] = e[i] = f[i] = 1;
        g[i] = h[i] = o[i] = p[i] = q[i] = r[i] = 2;
    }
}

int main(void)
{
    double x[N + 1], y[N + 1], *to[N], *from[N];
    static double grid[N][N], other[N][N];
    int ix[N];
    for (int i = 0; i < N; i++) {
        ix[i] = N - 1 - i;
        x[i] = y[i] = i;
        to[i] = grid[i], from[i] = other[i];
    }
    x[N] = y[N] = N;
    #pragma acc data copy(x) copyin(ix)
    gather(N, x + 1, x, ix);
    for (int i = 0; i < N; i++)
        y[i + 1] = y[ix[i]] + 1;
    for (int i = 0; i <= N; i++)
        CHECK(x[i] == y[i]);
    rows(N, to, from);
    CHECK(grid[3][4] == 1);
    #pragma acc data copy(x)
    both(N, x, x);
    for (int i = 0; i < N; i++)
        CHECK(x[i] == x[0] + i);
    #pragma acc data copy(x)
    moving(N, x + 1, x);
    for (int i = 0; i <= N; i++)
        CHECK(x[i] == x[0]);
    int all[12][N], *t = all[0];
    many(N, t, t + N, t + 2 * N, t + 3 * N, t + 4 * N, t + 5 * N, t + 6 * N, t + 7 * N, t + 8 * N, t + 9 * N, t + 10 * N, t + 11 * N);
    CHECK(all[0][0] == 1 && all[5][N - 1] == 1 && all[6][0] == 2 && all[11][N - 1] == 2);
    return CHECKED();
}
