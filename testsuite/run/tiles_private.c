// Gangs have one copy of a private array each, which the rows that a gang has share: those can't go through a loop together. Loops that have a
// copy for each iteration can.
// run: -O2 -ffp-contract=off
// env: OMP_NUM_THREADS=3
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#define N 100

static double a[N][N], x[N], c[N];

static double twice(int i)
{
    double s = 0;
    for (int k = 0; k < N; k++)
        s += a[i][k] * x[k];
    return s * 2;
}

int main(void)
{
    double tmp[1];
    for (int i = 0; i < N; i++) {
        x[i] = i % 7;
        for (int j = 0; j < N; j++)
            a[i][j] = (i + j) % 5;
    }
    #pragma acc parallel private(tmp)
    #pragma acc loop gang
    for (int i = 0; i < N; i++) {
        double s = 0;
        for (int k = 0; k < N; k++)
            s += a[i][k] * x[k];
        tmp[0] = s;
        c[i] = tmp[0] * 2;
    }
    for (int i = 0; i < N; i++) {
        CHECK(c[i] == twice(i));
        c[i] = 0;
    }
    #pragma acc parallel loop private(tmp)
    for (int i = 0; i < N; i++) {
        double s = 0;
        for (int k = 0; k < N; k++)
            s += a[i][k] * x[k];
        tmp[0] = s;
        c[i] = tmp[0] * 2;
    }
    for (int i = 0; i < N; i++)
        CHECK(c[i] == twice(i));
    return CHECKED();
}
