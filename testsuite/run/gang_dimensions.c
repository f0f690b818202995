// Gangs of two and three dimensions: num_gangs with several arguments, gang(dim:) loops in each other and beside each other.
// expect: device kernels=6
// expect: multicore host_kernels=6
// launch: grid=5x3x1
// launch: grid=2x3x4
// launch: grid=7x2x1
// faults: it looks at where it runs, which is the host where there is no memory
#include "check.h"
#include "device.h"
#define N 13
#define M 9
#define L 5

static int a[N][M][L], b[N][M], hits[N], rows[N];

static void verify(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            CHECK(b[i][j] == i * 100 + j);
}

#pragma acc routine gang(dim:2)
static void table(int (*x)[M], int n)
{
    #pragma acc loop gang(dim:2)
    for (int i = 0; i < n; i++) {
        #pragma acc loop gang(dim:1) vector
        for (int j = 0; j < M; j++)
            x[i][j] = i * 100 + j;
    }
}

#pragma acc routine gang
static void row(int *x, int i)
{
    #pragma acc loop gang
    for (int j = 0; j < M; j++)
        x[j] = i * 100 + j;
}

int main(void)
{
    int n = N, gangs = 2;
    #pragma acc parallel num_gangs(5, 3) copyout(b)
    {
        #pragma acc loop gang(dim:2)
        for (int i = 0; i < n; i++) {
            #pragma acc loop gang(dim:1)
            for (int j = 0; j < M; j++)
                b[i][j] = i * 100 + j;
        }
    }
    verify();

    #pragma acc parallel loop gang(dim:3) num_gangs(gangs, gangs + 1, 4) copyout(a)
    for (int i = 0; i < n; i++) {
        #pragma acc loop gang(dim:2)
        for (int j = 0; j < M; j++) {
            #pragma acc loop gang(dim:1) vector
            for (int k = 0; k < L; k++)
                a[i][j][k] = (i * 10 + j) * 10 + k;
        }
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            for (int k = 0; k < L; k++)
                CHECK(a[i][j][k] == (i * 10 + j) * 10 + k);

    /* Code in a dim:2 loop runs once in each gang along dimension 1. */
    #pragma acc parallel num_gangs(7, 2) copy(hits, rows)
    {
        #pragma acc loop gang(dim:2)
        for (int i = 0; i < n; i++) {
            #pragma acc atomic update
            hits[i] += 1;
            #pragma acc loop gang(dim:1)
            for (int j = 0; j < M; j++) {
                #pragma acc atomic update
                rows[i] += j;
            }
        }
    }
    for (int i = 0; i < N; i++) {
        if (discrete())
            CHECK(hits[i] == 7);
        else
            CHECK(hits[i] >= 1 && hits[i] <= 7);
        CHECK(rows[i] == M * (M - 1) / 2);
    }

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            b[i][j] = -1;
    #pragma acc parallel num_gangs(3, 4) copyout(b)
    table(b, n);
    verify();

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            b[i][j] = -1;
    #pragma acc parallel num_gangs(3, 4) copyout(b)
    {
        #pragma acc loop gang(dim:2)
        for (int i = 0; i < n; i++)
            row(b[i], i);
    }
    verify();

    /* Without sizes: chosen. */
    #pragma acc parallel loop gang(dim:2) copyout(b)
    for (int i = 0; i < n; i++) {
        #pragma acc loop gang(dim:1)
        for (int j = 0; j < M; j++)
            b[i][j] = i * 100 + j;
    }
    verify();
    return CHECKED();
}
