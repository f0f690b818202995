// Sums of floating-point numbers that are made of parts of the iterations: loops of a team, with a number of gangs, two that become one, and nests whose loops are
// one, whose parts begin and end anywhere in a line. The numbers are whole, so that each order gives the same sum.
// env: ACCRS_LEAST_WORK=0
// again: OMP_NUM_THREADS=3
// again: OMP_NUM_THREADS=3 ACCRS_CORES=always
// expect: device kernels>=9
// expect: multicore host_kernels>=7
#include "check.h"

enum { N = 1009, LINES = 3 };

static double x[N], m[LINES][N];
static float f[N];
static int beside[4];

/* Several loops share a team. */
static void team(int n)
{
    double s = 1, t = 2, u = 3;
    int above = 0;
#pragma acc parallel copyin(x, f) copy(s, t, u, above) copyout(beside)
    {
#pragma acc loop gang reduction(+:s, above)
        for (int i = 0; i < n; i++) {
            s += x[i];
            above += x[i] > 5;
        }
#pragma acc loop gang vector reduction(+:t)
        for (int i = n - 1; i >= 0; i -= 3)
            t += f[i];
#pragma acc loop gang
        for (int k = 0; k < 4; k++)
            beside[k] = k;
#pragma acc loop gang vector reduction(+:s, u)
        for (int i = 0; i < n; i++) {
            s += 2 * x[i];
            u += f[i] * x[i];
        }
    }
    double ws = 1, wt = 2, wu = 3;
    int wabove = 0;
    for (int i = 0; i < n; i++)
        ws += 3 * x[i], wu += f[i] * x[i], wabove += x[i] > 5;
    for (int i = n - 1; i >= 0; i -= 3)
        wt += f[i];
    CHECK(s == ws && t == wt && u == wu && above == wabove && beside[3] == 3);
}

static void given(int n, int gangs)
{
    double s = 0, p = 1, ws = 0;
#pragma acc parallel loop num_gangs(gangs) reduction(+:s) reduction(*:p) copyin(x)
    for (int i = 0; i < n; i++) {
        s += x[i];
        p *= i % 97 == 0 ? 2 : 1;
    }
    double wp = 1;
    for (int i = 0; i < n; i++)
        ws += x[i], wp *= i % 97 == 0 ? 2 : 1;
    CHECK(s == ws && p == wp);
}

static void fused(int n)
{
    double first = 0, second = 0, wfirst = 0, wsecond = 0;
#pragma acc kernels copy(x)
    {
        for (int i = 0; i < n; i++) {
            x[i] += 1;
            first += x[i];
        }
        for (int i = 0; i < n; i++)
            second += 2 * x[i];
    }
    for (int i = 0; i < n; i++)
        wfirst += x[i], wsecond += 2 * x[i];
    CHECK(first == wfirst && second == wsecond);
}

/* Downwards, in steps, of narrow types, by pointers, and of three loops. */
static void nests(int n)
{
    double a = 0, b = 0, c = 0, d = 0, wa = 0, wb = 0, wc = 0, wd = 0;
    int i, j, k;
#pragma acc parallel loop collapse(2) reduction(+:a) copyin(m)
    for (i = LINES - 1; i >= 0; i--)
        for (j = 1; j <= n - 2; j += 3)
            a += m[i][j] * (j + 1000 * i);
#pragma acc parallel loop collapse(3) reduction(+:b) copyin(m)
    for (k = 0; k < 2; k++)
        for (i = 0; i < LINES; i += 2)
            for (j = n; j > 0; j--)
                b += m[i][j - 1] * (k + 1) + j;
#pragma acc parallel loop collapse(2) reduction(+:c) copyin(x)
    for (unsigned char l = 0; l < 3; l++)
        for (const double *p = x; p < x + n; p++)
            c += *p * (l + 1);
    /* Lines without an element. */
#pragma acc parallel loop collapse(2) reduction(+:d) copyin(m)
    for (i = 0; i < LINES; i++)
        for (j = 4; j < n - 1005; j++)
            d += m[i][j] + 1;
    for (i = 0; i < LINES; i++) {
        for (j = 1; j <= n - 2; j += 3)
            wa += m[i][j] * (j + 1000 * i);
        for (j = 4; j < n - 1005; j++)
            wd += m[i][j] + 1;
        for (j = 0; j < n; j++)
            wc += x[j] * (i + 1);
    }
    for (k = 0; k < 2; k++)
        for (i = 0; i < LINES; i += 2)
            for (j = n; j > 0; j--)
                wb += m[i][j - 1] * (k + 1) + j;
    CHECK(a == wa && b == wb && c == wc && d == wd);
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = i % 13, f[i] = i % 7;
        for (int k = 0; k < LINES; k++)
            m[k][i] = (i + k) % 11;
    }
    static const int lengths[] = {0, 1, 2, 7, 100, 1008, N};
    for (int l = 0; l < 7; l++) {
        team(lengths[l] < 4 ? 4 : lengths[l]);
        given(lengths[l], 1 + l);
        fused(lengths[l]);
        nests(lengths[l]);
    }
    return CHECKED();
}
