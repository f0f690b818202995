// A loop's variable that the region also assigns elsewhere: the host doesn't step through that loop, since kernels would see its
// value in place of the one that was assigned on the device.
// run: -O2 -acc=noautopar --acc-transform=false
// openmp: the options are accrs's
// expect: sim kernels=141
// expect: multicore host_kernels=3
#include <math.h>
#include <stdio.h>

#define N 64

static double a[N], b[N][N];

/* The variable is set from memory, and a value computed from it is used by loops of their own. */
static void set_from_memory(int steps)
{
    int t, j, i;
#pragma acc kernels
    for (t = 0; t < steps; t++) {
        for (j = 1; j < N; j++)
            for (i = 0; i < N; i++)
                b[j][i] = b[j - 1][i] * 0.5 + a[i];
        j = (int)a[3];
        const double s = j * 2;
        for (i = 0; i < N; i++)
            a[i] += s;
    }
}

/* The same without a declaration between the loops. */
static void used_at_once(int steps)
{
    int t, j, i;
#pragma acc kernels
    for (t = 0; t < steps; t++) {
        for (j = 1; j < N; j++)
            for (i = 0; i < N; i++)
                b[j][i] = b[j - 1][i] * 0.25 + a[j];
        j = (int)b[N - 1][0] % N;
        for (i = 0; i < N; i++)
            a[i] += j;
    }
}

/* Nothing else assigns this one: the host steps through its loop. */
static void stepped(int steps)
{
    int t, j, i;
#pragma acc kernels
    for (t = 0; t < steps; t++)
        for (j = 1; j < N; j++)
            for (i = 0; i < N; i++)
                b[j][i] = b[j - 1][N - 1 - i] * 0.5 + t + j;
}

static double sum(void)
{
    double all = 0;
    for (int j = 0; j < N; j++) {
        all += a[j] * (j + 1);
        for (int i = 0; i < N; i++)
            all += b[j][i] * ((i + 3 * j) % 7);
    }
    return all;
}

static int failures;

/* What plain C gives, but for the rounding of sums in other orders. */
static void is(double expected)
{
    if (!(fabs(sum() - expected) <= 1e-12 * expected)) {
        printf("not %.17g\n", expected);
        failures++;
    }
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = i;
        b[0][i] = i % 5;
    }
    set_from_memory(3);
    is(1571689.307086617);
    used_at_once(2);
    is(3102007.848135261);
    stepped(2);
    is(1167751.455411095);
    return failures != 0;
}
