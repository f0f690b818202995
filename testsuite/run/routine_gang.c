// Routines with gang loops: shared out to the caller's gangs, each iteration done once.
// expect: device kernels=4
// expect: multicore host_kernels=4
// launch: grid=7x1x1 block=128x1x1
#include "check.h"
#define N 1013
#define M 11

static int a[N], b[N][M], visits[N];

#pragma acc routine gang
static void add(int *x, int n, int by)
{
    #pragma acc loop gang vector
    for (int i = 0; i < n; i++)
        x[i] += by;
}

#pragma acc routine gang
static void table(int (*x)[M], int *seen, int n)
{
    #pragma acc loop gang
    for (int i = 0; i < n; i++) {
        int s = i;
        #pragma acc loop vector reduction(+:s)
        for (int j = 0; j < M; j++) {
            x[i][j] = i * M + j;
            s += j;
        }
        #pragma acc atomic
        seen[i] += s;
    }
}

/* Without levels: gangs and lanes, as the compiler likes. */
#pragma acc routine gang
static void both(int *x, int (*y)[M], int *seen, int n)
{
    #pragma acc loop
    for (int i = 0; i < n; i++)
        x[i] = 2 * i;
    table(y, seen, n);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i;
    #pragma acc parallel num_gangs(7) copy(a)
    add(a, N, 5);
    for (int i = 0; i < N; i++)
        CHECK(a[i] == i + 5);

    #pragma acc parallel copy(a)
    {
        add(a, N, 1);
        #pragma acc loop gang vector
        for (int i = 0; i < N; i++)
            visits[i] = 0;
    }
    for (int i = 0; i < N; i++)
        CHECK(a[i] == i + 6);

    #pragma acc parallel num_gangs(13) num_workers(2) vector_length(32) copyout(b) copy(visits)
    table(b, visits, N);
    for (int i = 0; i < N; i++) {
        CHECK(visits[i] == i + M * (M - 1) / 2);
        for (int j = 0; j < M; j++)
            CHECK(b[i][j] == i * M + j);
        visits[i] = 0;
    }

    #pragma acc parallel num_gangs(5) copyout(a, b) copy(visits)
    both(a, b, visits, N);
    for (int i = 0; i < N; i++) {
        CHECK(a[i] == 2 * i);
        CHECK(visits[i] == i + M * (M - 1) / 2);
        CHECK(b[i][M - 1] == i * M + M - 1);
    }
    return CHECKED();
}
