// Statements that name no variable of the loops around them, where the cores go through these in another order.
// run: -O2 -ffp-contract=off -Wno-unused-but-set-variable
// report: the host's cores run the iterations in another order
// expect: multicore host_kernels=2
#include "check.h"
#include <string.h>

enum { N = 24 };
static double y[64], wanted[64], L[64][64];

#define NEST                                      \
    for (i = 0; i < n; ++i)                       \
        for (j = i; j < n; ++j)                   \
            for (k = 0; k < j; k++)               \
                for (l = 0; l < k; ++l) {         \
                    t = 2.5 + i;                  \
                    for (m = k + 1; m < n; m++)   \
                        y[l] -= L[k][m];          \
                }

static void outside(int n)
{
    int i, j, k, l, m;
    double t;
#pragma acc kernels
    NEST
}

static void inside(int n)
{
#pragma acc kernels
    for (int i = 0; i < n; ++i)
        for (int j = i; j < n; ++j)
            for (int k = 0; k < j; k++)
                for (int l = 0; l < k; ++l) {
                    double t = 1;
                    for (int m = k + 1; m < n; m++)
                        y[l] -= L[k][m] * t;
                }
}

static void plain(int n)
{
    int i, j, k, l, m;
    double t = 0;
    NEST
    (void)t;
}

int main(void)
{
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++)
            L[i][j] = i + j;
    plain(N);
    memcpy(wanted, y, sizeof y);
    memset(y, 0, sizeof y);
    outside(N);
    for (int i = 0; i < 64; i++)
        CHECK(y[i] == wanted[i]);
    memset(y, 0, sizeof y);
    inside(N);
    for (int i = 0; i < 64; i++)
        CHECK(y[i] == wanted[i]);
    return CHECKED();
}
