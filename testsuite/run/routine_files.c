// Routines of another file: seq, vector with reductions, worker, gang, pointers returned, structs behind pointers, static functions of
// one name in both files, calls back and forth.
// with: parts/routine_files_other.c
// covers: routine files
// expect: device kernels=7
// expect: multicore host_kernels=7
#include "check.h"
#include <string.h>
#define N 73
#define M 41

struct pair {
    double first, second;
};

#pragma acc routine seq
double poly(double x, int n);
#pragma acc routine vector
extern double row_total(const double *row, int m);
#pragma acc routine worker
void fill_block(int *out, int rows, int m, int seed);
#pragma acc routine gang
void add_everywhere(int *x, int n, int by);
#pragma acc routine seq
struct pair *later(struct pair *p, int by);
#pragma acc routine seq
int here(int x);
#pragma acc routine seq
int there(int x);

/* The other file has one too. */
static int helper(int x)
{
    return 3 * x;
}

int here(int x)
{
    return x <= 0 ? helper(x) : there(x - 1) + 1;
}

int main(void)
{
    double a[N][M], s[N], t[N];
    int b[N][M], c[N];
    struct pair p[N];
    for (int i = 0; i < N; i++) {
        p[i].first = i;
        p[i].second = -i;
        for (int j = 0; j < M; j++)
            a[i][j] = (i * 7 + j) % 11;
    }
    #pragma acc parallel loop copyout(t, c) copyin(p)
    for (int i = 0; i < N; i++) {
        t[i] = poly(i, 3) + helper(i) + later(p, i)->second;
        c[i] = here(i % 9);
    }
    for (int i = 0; i < N; i++) {
        CHECK(t[i] == 1 + i + (double)i * i + 3 * i - i);
        CHECK(c[i] == here(i % 9));
    }
    #pragma acc parallel loop gang copyin(a) copyout(s)
    for (int i = 0; i < N; i++)
        s[i] = row_total(a[i], M);
    #pragma acc parallel loop gang worker num_workers(4) vector_length(32) copyin(a) copyout(t)
    for (int i = 0; i < N; i++)
        t[i] = row_total(a[i], M - i % 3) + 1;
    for (int i = 0; i < N; i++) {
        double all = 0, less = 0;
        for (int j = 0; j < M; j++) {
            all += a[i][j];
            if (j < M - i % 3)
                less += a[i][j];
        }
        CHECK(s[i] == all);
        CHECK(t[i] == less + 1);
    }
    #pragma acc parallel loop gang num_gangs(6) num_workers(3) vector_length(32) copyout(b)
    for (int i = 0; i < N; i++)
        fill_block(b[i], 1, M, i);
    /* An array that only a routine of another file writes: no clause says so. */
    int d[N][M];
    memset(d, 0, sizeof d);
    #pragma acc parallel loop gang num_gangs(6) num_workers(3) vector_length(32)
    for (int i = 0; i < N; i++)
        fill_block(d[i], 1, M, i);
    CHECK(!memcmp(b, d, sizeof b));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            CHECK(b[i][j] == i + j);
    for (int i = 0; i < N; i++)
        c[i] = i;
    #pragma acc parallel num_gangs(5) copy(c)
    add_everywhere(c, N, 10);
    #pragma acc parallel copy(c)
    add_everywhere(c, N, 1);
    for (int i = 0; i < N; i++)
        CHECK(c[i] == i + 11);
    return CHECKED();
}
