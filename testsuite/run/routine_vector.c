// Routines with vector loops, called where lanes stand for one: from gang loops, worker loops with uneven trips, gang-redundant code.
// covers: reduction orphaned
// expect: device kernels=8
// expect: multicore host_kernels=8
// launch: grid=37x1x1 block=128x1x1
// launch: grid=5x1x1 block=64x3x1
#include "check.h"
#define N 37
#define M 101

static double a[N][M], sums[N], twice[N];
static int steps[N], found[N], hits[N];

#pragma acc routine vector
static double row_sum(const double *row, int m)
{
    double s = 0;
    #pragma acc loop vector reduction(+:s)
    for (int j = 0; j < m; j++)
        s += row[j];
    return s;
}

/* No level: the compiler may take the lanes. */
#pragma acc routine vector
static void scale(double *row, int m, double by)
{
    #pragma acc loop
    for (int j = 0; j < m; j++)
        row[j] *= by;
}

#pragma acc routine vector
static double scaled_sum(double *row, int m, double by)
{
    if (m <= 0)
        return -1;
    scale(row, m, by);
    return row_sum(row, m);
}

/* An array that the lanes share, and steps that wait for each other. */
#pragma acc routine vector
static int relax(int start, int rounds)
{
    int t[M], u[M], changes = 0;
    #pragma acc loop vector
    for (int j = 0; j < M; j++)
        t[j] = (start + j * 7) % 13;
    for (int r = 0; r < rounds; r++) {
        #pragma acc loop vector
        for (int j = 0; j < M; j++)
            u[j] = t[(j + 1) % M] + 1;
        #pragma acc loop vector reduction(+:changes)
        for (int j = 0; j < M; j++) {
            changes += t[j] != u[j] % 13;
            t[j] = u[j] % 13;
        }
    }
    return changes * 100 + t[start % M];
}

/* The same on one thread. */
static int relaxed(int start, int rounds)
{
    int t[M], u[M], changes = 0;
    for (int j = 0; j < M; j++)
        t[j] = (start + j * 7) % 13;
    for (int r = 0; r < rounds; r++) {
        for (int j = 0; j < M; j++)
            u[j] = t[(j + 1) % M] + 1;
        for (int j = 0; j < M; j++) {
            changes += t[j] != u[j] % 13;
            t[j] = u[j] % 13;
        }
    }
    return changes * 100 + t[start % M];
}

#pragma acc routine vector
static int largest(const double *row, int m)
{
    double most = row[0];
    int at = m;
    #pragma acc loop vector reduction(max:most)
    for (int j = 0; j < m; j++)
        if (row[j] > most)
            most = row[j];
    #pragma acc loop vector reduction(min:at)
    for (int j = 0; j < m; j++)
        if (row[j] == most && j < at)
            at = j;
    return at;
}

/* Nothing parallel in it: vector says what it may hold. */
#pragma acc routine vector
static void count(int *where)
{
    *where += 1;
}

static void fill(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = (i * 31 + j * 17) % 43;
}

static double plain(int i)
{
    double s = 0;
    for (int j = 0; j < M; j++)
        s += a[i][j];
    return s;
}

int main(void)
{
    fill();
    #pragma acc parallel loop gang copyin(a) copyout(sums)
    for (int i = 0; i < N; i++)
        sums[i] = row_sum(a[i], M);
    for (int i = 0; i < N; i++)
        CHECK(sums[i] == plain(i));

    #pragma acc parallel loop gang worker num_gangs(5) num_workers(3) vector_length(64) copyin(a) copyout(sums)
    for (int i = 0; i < N; i++)
        sums[i] = row_sum(a[i], M - i) + 2 * row_sum(a[i], i);
    for (int i = 0; i < N; i++) {
        double s = 0;
        for (int j = 0; j < M - i; j++)
            s += a[i][j];
        for (int j = 0; j < i; j++)
            s += 2 * a[i][j];
        CHECK(sums[i] == s);
    }

    #pragma acc parallel loop gang worker num_gangs(2) num_workers(4) vector_length(32) copy(a) copyout(twice)
    for (int i = 0; i < N; i++)
        twice[i] = scaled_sum(a[i], i % 5 ? M : 0, 2);
    for (int i = 0; i < N; i++)
        CHECK(twice[i] == (i % 5 ? plain(i) : -1));

    fill();
    #pragma acc parallel loop gang num_gangs(3) copyout(steps)
    for (int i = 0; i < N; i++)
        steps[i] = relax(i, i % 4);
    for (int i = 0; i < N; i++)
        CHECK(steps[i] == relaxed(i, i % 4));

    #pragma acc parallel loop gang worker num_gangs(3) num_workers(4) vector_length(32) copyout(steps)
    for (int i = 0; i < N; i++)
        steps[i] = relax(i, i % 4);
    for (int i = 0; i < N; i++)
        CHECK(steps[i] == relaxed(i, i % 4));

    #pragma acc parallel loop copyin(a) copyout(found)
    for (int i = 0; i < N; i++) {
        if (largest(a[i], M) > 50)
            found[i] = largest(a[i], M);
        else
            found[i] = -largest(a[i], M);
    }
    for (int i = 0; i < N; i++) {
        int at = 0;
        for (int j = 0; j < M; j++)
            if (a[i][j] > a[i][at])
                at = j;
        CHECK(found[i] == (at > 50 ? at : -at));
    }

    for (int i = 0; i < N; i++)
        hits[i] = 0;
    #pragma acc parallel loop gang vector_length(64) copy(hits)
    for (int i = 0; i < N; i++) {
        count(&hits[i]);
        #pragma acc loop vector
        for (int j = 0; j < 1; j++)
            hits[i] += 10;
    }
    for (int i = 0; i < N; i++)
        CHECK(hits[i] == 11);

    double total = 0, one = 0;
    #pragma acc parallel num_gangs(1) num_workers(4) vector_length(32) copyin(a) copy(total, one)
    {
        double mine = row_sum(a[0], M);
        one = mine;
        for (int i = 0; i < N; i++)
            total += row_sum(a[i], M);
    }
    double all = 0;
    for (int i = 0; i < N; i++)
        all += plain(i);
    CHECK(total == all);
    CHECK(one == plain(0));
    return CHECKED();
}
