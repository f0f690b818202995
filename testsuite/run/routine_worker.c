// Routines with worker loops, that call vector routines in them; called from gang loops and gang-redundant code.
// covers: reduction orphaned
// expect: device kernels=4
// expect: multicore host_kernels=4
// launch: grid=29x1x1 block=32x4x1
// launch: grid=4x1x1 block=32x5x1
#include "check.h"
#define N 29
#define M 23
#define L 67

static int a[N][M][L], sums[N], rows[N][M];

#pragma acc routine vector
static int line(const int *x, int n)
{
    int s = 0;
    #pragma acc loop vector reduction(+:s)
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}

#pragma acc routine worker
static int plane(int (*x)[L], int *out, int m)
{
    int most = -1000000;
    #pragma acc loop worker
    for (int j = 0; j < m; j++)
        out[j] = line(x[j], L - j);
    #pragma acc loop worker vector reduction(max:most)
    for (int j = 0; j < m; j++)
        if (out[j] > most)
            most = out[j];
    return most;
}

/* Workers with lanes inside, written out; the worker's own scalar is shared by its lanes. */
#pragma acc routine worker
static void each(int (*x)[L], int *out, int m)
{
    #pragma acc loop worker
    for (int j = 0; j < m; j++) {
        int s = 3;
        #pragma acc loop vector reduction(+:s)
        for (int k = 0; k < L; k++)
            s += x[j][k];
        out[j] = s;
    }
}

static int expected(int i, int j, int n)
{
    int s = 0;
    for (int k = 0; k < n; k++)
        s += a[i][j][k];
    return s;
}

static void verify(void)
{
    for (int i = 0; i < N; i++) {
        int most = -1000000;
        for (int j = 0; j < M; j++) {
            int s = expected(i, j, L - j);
            CHECK(rows[i][j] == s);
            if (s > most)
                most = s;
        }
        CHECK(sums[i] == most);
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            for (int k = 0; k < L; k++)
                a[i][j][k] = (i * 7 + j * 5 + k * 3) % 29 - 14;

    #pragma acc parallel loop gang copyin(a) copyout(sums, rows)
    for (int i = 0; i < N; i++)
        sums[i] = plane(a[i], rows[i], M);
    verify();

    #pragma acc parallel loop gang num_gangs(4) num_workers(5) vector_length(32) copyin(a) copyout(sums, rows)
    for (int i = 0; i < N; i++)
        sums[i] = plane(a[i], rows[i], M);
    verify();

    #pragma acc parallel loop gang num_workers(3) copyin(a) copyout(rows)
    for (int i = 0; i < N; i++)
        each(a[i], rows[i], M);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            CHECK(rows[i][j] == expected(i, j, L) + 3);

    #pragma acc parallel num_gangs(1) copyin(a) copyout(sums, rows)
    for (int i = 0; i < N; i++)
        sums[i] = plane(a[i], rows[i], M);
    verify();
    return CHECKED();
}
