// Several nests of different shapes in one construct, and nests with code between their gang loops: each iteration runs once.
// The gangs are then of one dimension, whichever loop comes first; a reduction is combined once.
// expect: device kernels=15
#include "check.h"
#define N 70
#define M 45
#define L 6

static int a[N], c[N], b[N][M], d[N][M][L], rows[N];

static void clear(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = c[i] = rows[i] = 0;
        for (int j = 0; j < M; j++) {
            b[i][j] = 0;
            for (int k = 0; k < L; k++) d[i][j][k] = 0;
        }
    }
}

static void verify(int wa, int wb, int wc, int wd)
{
    for (int i = 0; i < N; i++) {
        CHECK(a[i] == wa && c[i] == wc);
        for (int j = 0; j < M; j++) {
            CHECK(b[i][j] == wb);
            for (int k = 0; k < L; k++) CHECK(d[i][j][k] == wd);
        }
    }
    clear();
}

#pragma acc routine gang
static void shift(int *x, int n, int by)
{
    #pragma acc loop gang vector
    for (int i = 0; i < n; i++) x[i] += by;
}

#pragma acc routine gang
static void shift_rows(int (*x)[M], int n, int by)
{
    #pragma acc loop gang
    for (int i = 0; i < n; i++) {
        #pragma acc loop gang vector
        for (int j = 0; j < M; j++) x[i][j] += by;
    }
}

int main(void)
{
    clear();
    int s = 0, t = 5, gangs = 0;

    // A loop alone, a tight nest without levels, a nest with code behind its inner loop.
    #pragma acc parallel copy(a, b, c)
    {
        #pragma acc loop gang
        for (int i = 0; i < N; i++) a[i] += 1;
        #pragma acc loop
        for (int i = 0; i < N; i++) {
            #pragma acc loop
            for (int j = 0; j < M; j++) b[i][j] += 1;
        }
        #pragma acc loop gang
        for (int i = 0; i < N; i++) {
            #pragma acc loop vector
            for (int j = 0; j < M; j++) b[i][j] += 1;
            c[i] += 3;
        }
    }
    verify(1, 2, 3, 0);

    // Reductions beside nested gang loops: of the loop, and of the construct.
    #pragma acc parallel copy(b) reduction(+:t)
    {
        #pragma acc loop gang reduction(+:t)
        for (int i = 0; i < N; i++) t += 1;
        #pragma acc loop gang
        for (int i = 0; i < N; i++) {
            #pragma acc loop gang vector
            for (int j = 0; j < M; j++) b[i][j] += 1;
        }
    }
    CHECK(t == 5 + N);
    #pragma acc parallel copy(b, s)
    {
        #pragma acc loop gang reduction(+:s)
        for (int i = 0; i < N; i++) {
            #pragma acc loop gang vector reduction(+:s)
            for (int j = 0; j < M; j++) { b[i][j] += 1; s += 1; }
        }
        #pragma acc loop gang worker vector
        for (int i = 0; i < N; i++) {
            #pragma acc atomic
            a[i] += 1;
        }
    }
    CHECK(s == N * M);
    verify(1, 2, 0, 0);

    // Three gang loops in each other beside a plain one, in either order.
    #pragma acc parallel copy(a, d)
    {
        #pragma acc loop gang
        for (int i = 0; i < N; i++) {
            #pragma acc loop gang vector
            for (int j = 0; j < M; j++) {
                #pragma acc loop vector
                for (int k = 0; k < L; k++) d[i][j][k] += 1;
            }
        }
        #pragma acc loop gang vector
        for (int i = 0; i < N; i++) a[i] += 1;
        #pragma acc loop gang
        for (int i = 0; i < N; i++) {
            #pragma acc loop gang
            for (int j = 0; j < M; j++) {
                #pragma acc loop gang vector
                for (int k = 0; k < L; k++) d[i][j][k] += 1;
            }
        }
    }
    verify(1, 0, 0, 2);

    // Gangs execute what stands outside of their loops as often as there are gangs, not blocks.
    #pragma acc parallel num_gangs(3) copy(b, gangs)
    {
        #pragma acc atomic
        gangs += 1;
        #pragma acc loop
        for (int i = 0; i < N; i++) {
            #pragma acc loop
            for (int j = 0; j < M; j++) b[i][j] += 1;
        }
    }
#ifdef _OPENACC
    CHECK(gangs == 3 || gangs == 1);
#endif
    verify(0, 1, 0, 0);

    // A store, loops one after the other, and a loop over what another has written, between nested gang loops.
    #pragma acc parallel loop gang copy(a, b, c, rows)
    for (int i = 0; i < N; i++) {
        rows[i] += 2;
        int sum = 0;
        #pragma acc loop gang vector
        for (int j = 0; j < M; j++) b[i][j] += rows[i];
        #pragma acc loop gang vector reduction(+:sum)
        for (int j = 0; j < M; j++) sum += b[i][M - 1 - j];
        c[i] += sum;
        #pragma acc loop vector
        for (int j = 0; j < M; j++) b[i][j] -= 1;
        a[i] += 1;
    }
    for (int i = 0; i < N; i++) CHECK(rows[i] == 2);
    verify(1, 1, 2 * M, 0);

    // A sequential loop between nested gang loops: what one of its trips writes, the next one reads.
    #pragma acc parallel loop gang copy(b)
    for (int i = 0; i < N; i++) {
        #pragma acc loop seq
        for (int k = 0; k < 7; k++) {
            #pragma acc loop gang vector
            for (int j = 0; j < M; j++) b[i][j] += k % 2 ? b[i][j] : 1;
            #pragma acc loop gang vector
            for (int j = 0; j < M; j++) b[i][j] += 0 * b[i][M - 1 - j];
        }
    }
    verify(0, 15, 0, 0);

    // A vector loop around a gang loop, with a store.
    #pragma acc parallel loop vector copy(a, b)
    for (int i = 0; i < N; i++) {
        a[i] += 1;
        #pragma acc loop gang vector
        for (int j = 0; j < M; j++) b[i][j] += 1;
    }
    verify(1, 1, 0, 0);

    // Routines with gang loops beside loops, and with nested ones.
    #pragma acc parallel copy(a, b, c)
    {
        shift(a, N, 1);
        #pragma acc loop
        for (int i = 0; i < N; i++) {
            #pragma acc loop
            for (int j = 0; j < M; j++) b[i][j] += 1;
        }
        shift_rows(b, N, 1);
        #pragma acc loop gang
        for (int i = 0; i < N; i++) c[i] += 1;
    }
    verify(1, 2, 1, 0);

    // Tiles and collapsed loops beside others.
    #pragma acc parallel copy(a, b, d)
    {
        #pragma acc loop tile(4, 8)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++) b[i][j] += 1;
        #pragma acc loop gang collapse(2)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++) {
                #pragma acc loop gang vector
                for (int k = 0; k < L; k++) d[i][j][k] += 1;
            }
        #pragma acc loop gang(static:3)
        for (int i = 0; i < N; i++) a[i] += 1;
    }
    verify(1, 1, 0, 1);

    // kernels: each nest is a kernel of its own.
    #pragma acc kernels copy(a, b)
    {
        for (int i = 0; i < N; i++) a[i] += 1;
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++) b[i][j] += 1;
    }
    verify(1, 1, 0, 0);
    return CHECKED();
}
