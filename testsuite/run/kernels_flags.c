// Scalars that some iterations set, all to the same value, and none reads: devices run the loops in parallel, with atomic stores. Two values, or a read, need the order.
// launch: kernels_flags_converged_19 grid=8x1x1 block=128x1x1
// launch: kernels_flags_marked_32 grid=8x1x1 block=128x1x1
// launch: kernels_flags_rows_51
// launch: kernels_flags_last_67 grid=1x1x1 block=1x1x1
// report: Generating atomic writes of all [inferred]
// expect: device kernels=5
// expect: multicore host_kernels=5
#include "check.h"
#include <stdbool.h>
#define N 1000

static int changed;

static int converged(int n, double *restrict a, const double *restrict b, double most)
{
    int all = 1;
#pragma acc kernels
    for (int i = 0; i < n; i++) {
        if (b[i] - a[i] > most || a[i] - b[i] > most)
            all = 0;
        a[i] = b[i];
    }
    return all;
}

static bool marked(int n, const int *restrict a, int *restrict h, double *where)
{
    bool any = false;
    double w = -1;
#pragma acc kernels
    for (int i = 0; i < n; i++) {
        if (a[i] < 0) {
            any = true;
            w = 2.5;
        }
        h[i] = a[i] + 1;
        if (a[i] > 5) {
            changed = 7;
            any = true;
        }
    }
    *where = w;
    return any;
}

static int rows(int n, int a[n][8], int *restrict count)
{
    int found = 0;
#pragma acc kernels copy(a[0:n]) copyout(count[0:n])
    for (int i = 0; i < n; i++) {
        int here = 0;
        for (int k = 0; k < 8; k++)
            if (a[i][k] == 3) {
                here = 1;
                found = 1;
            }
        count[i] = here;
    }
    return found;
}

static int last(int n, const int *restrict a)
{
    int sign = 0;
#pragma acc kernels
    for (int i = 0; i < n; i++) {
        if (a[i] > 0)
            sign = 1;
        /* With -1 here gcc 12's own vectors lose the order (-O2, without OpenACC too). */
        if (a[i] < 0)
            sign = 2;
    }
    return sign;
}

int main(void)
{
    static double a[N], b[N];
    static int k[N], h[N], r[N][8];
    for (int i = 0; i < N; i++) {
        b[i] = i;
        k[i] = i % 6;
        for (int j = 0; j < 8; j++)
            r[i][j] = i % 5 + j;
    }
    CHECK(converged(N, a, b, 0.5) == 0);
    CHECK(a[N - 1] == N - 1 && converged(N, a, b, 0.5) == 1);
    double where;
    CHECK(!marked(N, k, h, &where) && where == -1 && changed == 0);
    k[N / 2] = 6;
    for (int i = 0; i < N; i++)
        CHECK(h[i] == i % 6 + 1);
    CHECK(rows(N, r, h) == 1);
    for (int i = 0; i < N; i++)
        CHECK(h[i] == (i % 5 <= 3));
    k[N - 1] = 0;
    k[N - 2] = -1;
    CHECK(last(N, k) == 2);
    return CHECKED();
}
