// Reductions of arrays of all shapes at every set of levels: constant, variable length, behind pointers,
// several dimensions, elements; odd sizes of everything.
// covers: reduction array, reduction element
// expect: device kernels=19
// expect: multicore host_kernels=19
#include "check.h"
#include <stdlib.h>
#define N 1009

/* Each thread's part of an array of constant length, on one set of levels. */
#define FIXED(...)                                                            \
    do {                                                                      \
        long h[7] = {5, -1, 0, 0, 0, 0, 9}, want[7] = {5, -1, 0, 0, 0, 0, 9}; \
        PRAGMA(acc parallel loop __VA_ARGS__ reduction(+:h) copyin(v))        \
        for (int i = 0; i < N; i++)                                           \
            h[i % 7] += v[i];                                                 \
        for (int i = 0; i < N; i++)                                           \
            want[i % 7] += v[i];                                              \
        for (int k = 0; k < 7; k++)                                           \
            CHECK(h[k] == want[k]);                                           \
    } while (0)

/* A section whose place and length are known only at run time. */
#define SECTION(array, from, count, ...)                                      \
    do {                                                                      \
        for (int k = 0; k < 40; k++)                                          \
            array[k] = want[k] = k;                                           \
        PRAGMA(acc parallel loop __VA_ARGS__ reduction(max:array[from:count]) copyin(v)) \
        for (int i = 0; i < N; i++) {                                         \
            int k = from + i % (count);                                       \
            if (v[i] > array[k])                                              \
                array[k] = v[i];                                              \
        }                                                                     \
        for (int i = 0; i < N; i++)                                           \
            if (v[i] > want[from + i % (count)])                              \
                want[from + i % (count)] = v[i];                              \
        for (int k = 0; k < 40; k++)                                          \
            CHECK(array[k] == want[k]);                                       \
    } while (0)

static void rows(int n, int m, const int *v)
{
    double a[n][m], (*p)[5] = malloc(n * sizeof *p);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            a[i][j] = i;
        for (int j = 0; j < 5; j++)
            p[i][j] = 1;
    }
    #pragma acc parallel loop gang vector num_gangs(3) vector_length(37) reduction(+:a) copyin(v[0:N])
    for (int i = 0; i < N; i++)
        a[i % n][i % m] += v[i];
    #pragma acc parallel loop gang worker num_gangs(3) num_workers(3) reduction(*:p[1:n - 2])
    for (int i = 0; i < n - 2; i++)
        for (int j = 0; j < 5; j++)
            p[1 + i][j] *= 2;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            double want = i;
            for (int k = 0; k < N; k++)
                if (k % n == i && k % m == j)
                    want += v[k];
            CHECK(a[i][j] == want);
        }
        for (int j = 0; j < 5; j++)
            CHECK(p[i][j] == (i >= 1 && i < n - 1 ? 2 : 1));
    }
    free(p);
}

int main(void)
{
    static int v[N];
    for (int i = 0; i < N; i++)
        v[i] = (i * 37) % 211 - 50;
    FIXED(gang num_gangs(9));
    FIXED(worker num_gangs(1) num_workers(6));
    FIXED(vector num_gangs(1) vector_length(96));
    FIXED(gang worker num_gangs(3) num_workers(5));
    FIXED(gang vector num_gangs(3) vector_length(37));
    FIXED(worker vector num_gangs(1) num_workers(3) vector_length(32));
    FIXED(gang worker vector num_gangs(2) num_workers(3) vector_length(37));
    FIXED();

    int from = 3, count = 23;
    int fixed[40], want[40];
    int *behind = malloc(40 * sizeof *behind);
    int variable[count + 17];
    SECTION(fixed, 3, 23, gang num_gangs(5));
    SECTION(fixed, from, count, gang vector num_gangs(3) vector_length(37));
    SECTION(behind, from, count, gang vector num_gangs(3) vector_length(37));
    SECTION(behind, from, count, vector num_gangs(1) vector_length(37));
    SECTION(behind, from, 11, worker num_gangs(1) num_workers(7));
    SECTION(variable, from, count, gang worker vector num_gangs(3) num_workers(2) vector_length(37));

    rows(6, 7, v);

    /* One element of an array, which the host chooses. */
    const int before = behind[from];
    #pragma acc parallel loop gang vector num_gangs(3) reduction(+:behind[from]) copyin(v)
    for (int i = 0; i < N; i++)
        behind[from] += v[i];
    int sum = before;
    for (int i = 0; i < N; i++)
        sum += v[i];
    CHECK(behind[from] == sum);

    /* An element that each gang chooses; the lanes' parts of it. */
    int row[31];
    #pragma acc parallel num_gangs(3) vector_length(37) copyin(v) copyout(row)
    #pragma acc loop gang
    for (int i = 0; i < 31; i++) {
        row[i] = i;
        #pragma acc loop vector reduction(+:row[i])
        for (int j = 0; j < 32; j++)
            row[i] += v[i * 32 + j];
    }
    for (int i = 0; i < 31; i++) {
        int expect = i;
        for (int j = 0; j < 32; j++)
            expect += v[i * 32 + j];
        CHECK(row[i] == expect);
    }

    /* The gang's own array, by lanes, then by workers. */
    int out[5][4];
    int part[4];
    #pragma acc parallel loop gang num_gangs(3) num_workers(3) vector_length(37) private(part) copyin(v) copyout(out)
    for (int i = 0; i < 5; i++) {
        for (int k = 0; k < 4; k++)
            part[k] = k;
        #pragma acc loop vector reduction(+:part)
        for (int j = 0; j < 200; j++)
            part[j % 4] += v[i * 200 + j];
        #pragma acc loop worker reduction(+:part)
        for (int j = 0; j < 9; j++)
            part[j % 4] += 1000;
        for (int k = 0; k < 4; k++)
            out[i][k] = part[k];
    }
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 4; k++) {
            int expect = k + (k == 0 ? 3000 : 2000);
            for (int j = k; j < 200; j += 4)
                expect += v[i * 200 + j];
            CHECK(out[i][k] == expect);
        }
    free(behind);
    return CHECKED();
}
