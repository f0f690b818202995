// Reads of memory that other threads of the gang have just written: in functions that are called, and in the step of a loop
// that threads go through together.
// expect: device kernels=4
#include "check.h"
#define N 40
#define M 96


static double last;
#pragma acc declare create(last)

#pragma acc routine seq
static double element(const double *a, int i)
{
    return a[i];
}

#pragma acc routine seq
static double sum_of(int n, const double a[n])
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += element(a, i);
    return s;
}

#pragma acc routine seq
static double recent(void)
{
    return last;
}

static double a[N * M], b[N * M], sums[N];
static int next[N * (M + 1)], order[N * M];

int main(void)
{
#pragma acc parallel loop gang vector_length(64) copy(a, b, sums)
    for (int i = 0; i < N; i++) {
#pragma acc loop vector
        for (int j = 0; j < M; j++)
            a[i * M + j] = i + j;
        double v = element(a, i * M + M - 1 - i);
#pragma acc loop vector
        for (int j = 0; j < M; j++)
            b[i * M + j] = v + element(a, i * M + (j + 7) % M);
        sums[i] = sum_of(M, &b[i * M]);
    }
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int j = 0; j < M; j++) {
            CHECK(b[i * M + j] == (M - 1) + (i + (j + 7) % M));
            sum += b[i * M + j];
        }
        CHECK(sums[i] == sum);
    }

    // The order is a list that each turn of the loop changes behind the place where it is.
    for (int i = 0; i < N; i++)
        for (int k = 0; k <= M; k++)
            next[i * (M + 1) + k] = M;
#pragma acc parallel loop gang vector_length(64) copy(next, order)
    for (int i = 0; i < N; i++) {
        int turn = 0;
        for (int k = 0; k < M; k = next[i * (M + 1) + k]) {
#pragma acc loop vector
            for (int j = 0; j < M; j++)
                next[i * (M + 1) + j] = j + 1 + (turn + i) % 3;
            order[i * M + k] = turn++;
        }
    }
    for (int i = 0; i < N; i++)
        for (int k = 0, turn = 0; k < M; k += 1 + (turn - 1 + i) % 3)
            CHECK(order[i * M + k] == turn++);

    // The same with `continue`, which leads to the step too.
#pragma acc parallel loop gang vector_length(64) copy(next, order)
    for (int i = 0; i < N; i++) {
        int turn = 0;
        for (int k = 0; k < M; k = next[i * (M + 1) + k]) {
            turn++;
#pragma acc loop vector
            for (int j = 0; j < M; j++)
                next[i * (M + 1) + j] = j + 2 + (turn + i) % 2;
            if (turn % 2)
                continue;
            order[i * M + k] = -turn;
        }
    }
    for (int i = 0; i < N; i++)
        for (int k = 0, turn = 0; k < M; k += 2 + (turn + i) % 2)
            if (++turn % 2 == 0)
                CHECK(order[i * M + k] == -turn);

    // A variable of the program, read and written by functions.
#pragma acc serial copyout(sums)
    {
        last = 3;
        sums[0] = recent();
        last = 5;
        sums[1] = recent();
    }
    CHECK(sums[0] == 3 && sums[1] == 5);
    return 0;
}
