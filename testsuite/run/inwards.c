// Loops in order around parallel loops whose iterations have memory of their own: they run in each thread, and one launch does what one for each
// of their iterations would. Where threads meet in memory, or something else shows the order, blocks wait for each other.
// expect: device kernels=16 in_order=1
// expect: multicore host_kernels=16
// launch: inwards_product_76 grid=3x26x1 block=32x4x1
// run: -ffp-contract=off
#include "check.h"
#include <math.h>

#define N 101
#define M 70
#define T 4

static double x[N], v[N], c[N][M], a[N][N], b[N][M];
static int count[N], last;

static void steps(int n, double dt)
{
    int i, t;
#pragma acc kernels
    for (t = 0; t < n; t++)
        for (i = 0; i < N; i++)
            x[i] += dt * v[i];
}

/* A scalar of each iteration, and a loop in order below; the triangle is in it, not in the nest. */
static void symmetric(void)
{
    int i, j, k;
    double t;
#pragma acc kernels
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            t = 0;
            for (k = 0; k < i; k++) {
                c[k][j] += b[i][j] * a[i][k];
                t += b[k][j] * a[i][k];
            }
            c[i][j] = 0.5 * c[i][j] + t;
        }
}

static void flat(int n, int m, const double *restrict p, double *restrict q)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            for (int k = i + 1; k < n; k++)
                q[i * m + j] += p[k * n + i] * q[k * m + j];
            q[i * m + j] *= 1.25;
        }
}

static void vla(int n, int m, double q[restrict n][m])
{
#pragma acc kernels
    for (int i = n - 2; i >= 0; i--) {
        for (int j = 0; j < m; j += 2)
            q[i][j] = q[i][j] * 0.5 + q[i + 1][j] * 0.25;
    }
}

/* Asked at run time; where it overlaps, one thread does all of it in the order of the text. */
static void plain(int n, double *p, double *q)
{
#pragma acc kernels
    for (int t = 0; t < T; t++)
        for (int i = 0; i < n; i++)
            p[i] = p[i] * 0.5 + q[i];
}

/* Two loops move into two that are spread. */
static void product(void)
{
#pragma acc kernels
    for (int t = 0; t < 2; t++)
        for (int k = 0; k < N; k++)
            for (int i = 0; i < N; i++)
                for (int j = 0; j < M; j++)
                    c[i][j] += a[i][k] * b[k][j] * 0.125;
}

/* Three loops, the outer and the inner in order. */
static void layers(void)
{
#pragma acc kernels
    for (int t = 0; t < T; t++)
        for (int i = 0; i < N; i++)
            for (int j = 1; j < M; j++)
                c[i][j] = c[i][j - 1] * 0.25 + c[i][j] * 0.5 + t;
}

/* Columns first: the loop in order runs along memory. */
static void columns(void)
{
#pragma acc kernels
    for (int j = 1; j < M; j++)
        for (int i = 0; i < N; i++)
            c[i][j] += c[i][j - 1] * 0.25;
}

/* Threads meet in memory: x[i + t] belongs to another i in the next turn. */
static void meets(void)
{
#pragma acc kernels
    for (int t = 0; t < T; t++)
        for (int i = 0; i < N - T; i++)
            x[i + t] += v[i];
}

/* The same, only where a condition holds. */
static void meets_under_a_condition(void)
{
#pragma acc kernels
    for (int t = 0; t < T; t++)
        for (int i = 0; i < N - 1; i++)
            if (t == 2)
                x[i + 1] += 1;
            else
                x[i] *= 0.5;
}

/* A scalar that is handed on from one turn to the next. */
static void handed_on(void)
{
    double s = 1;
#pragma acc kernels
    for (int t = 0; t < T; t++)
        for (int i = 0; i < N; i++) {
            if (t == 0)
                s = v[i];
            x[i] += s;
        }
    x[0] += s;
}

/* The bounds depend on the loop around. */
static void triangle(void)
{
#pragma acc kernels
    for (int t = 0; t < T; t++)
        for (int i = t; i < N - t; i++)
            x[i] = x[i] * 0.5 + v[i];
}

/* The loop's variable is used behind it. */
static void behind(void)
{
    int t, i;
#pragma acc kernels
    for (t = 0; t < T; t++)
        for (i = 0; i < N; i++)
            x[i] = x[i] * 0.5 + v[i];
    last = t * 1000 + i;
}

/* Integers: as many turns as there are, none for n = 0. */
static void turns(int n)
{
#pragma acc region
    {
        for (int t = 0; t < n; t++)
            for (int i = 0; i < N; i++)
                count[i] = count[i] * 3 + t;
    }
}

static double sum(void)
{
    double s = 0;
    for (int i = 0; i < N; i++) {
        s += x[i] * (i % 7) + count[i] % 1000;
        for (int j = 0; j < M; j++)
            s += c[i][j] * ((i + j) % 5) + b[i][j] * (j % 3);
    }
    return s;
}

/* What plain C gives, but for the rounding of sums in other orders. */
static void is(double expected)
{
    CHECK(fabs(sum() - expected) <= 1e-12 * expected);
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = i;
        v[i] = i % 9;
        count[i] = i;
        for (int j = 0; j < M; j++) {
            c[i][j] = (i * j) % 11 / 16.0;
            b[i][j] = (i + 2 * j) % 13 / 16.0;
        }
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 3 + j) % 7 / 1024.0;
    }
    steps(9, 0.125);
    is(27889.25);
    symmetric();
    is(27469.35150146484);
    flat(N - 31, M, &a[0][0], &b[0][0]);
    is(28142.47091674805);
    vla(N, M, b);
    is(27592.78918302851);
    plain(N, x, v);
    plain(N - 1, x, x + 1);
    is(27839.41418302849);
    product();
    is(28251.28378996154);
    layers();
    is(113292.7433017318);
    columns();
    is(142377.0601056044);
    meets();
    meets_under_a_condition();
    is(128659.5425274793);
    handed_on();
    triangle();
    behind();
    CHECK(last == T * 1000 + N);
    is(128223.6009612504);
    turns(6);
    turns(0);
    is(172702.6009612504);
    return CHECKED();
}
