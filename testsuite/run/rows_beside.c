// Rows whose lengths stand in memory share blocks, with as many lanes each as their mean length asks for at the launch.
// expect: sim kernels=17
// expect: device kernels=17
// launch: rows_beside_product_35 grid=13x1x1 block=8x16x1
// launch: rows_beside_short_rows_46 grid=4x1x1 block=2x64x1
// launch: rows_beside_asked_57 grid=13x1x1 block=8x16x1
// launch: rows_beside_asked_of_gangs_68 grid=13x1x1 block=8x16x1
// launch: rows_beside_sized_82 grid=100x1x1 block=32x2x1
// launch: rows_beside_with_others_94 grid=200x1x1 block=128x1x1
// launch: rows_beside_main_141 grid=7x1x1 block=4x32x1
// launch: rows_beside_main_225 grid=7x1x1 block=4x32x1
// report: #pragma acc loop gang worker(128 / vector)
// report: #pragma acc loop vector(by row length)
// report: #pragma acc loop vector(4)
#include "check.h"
#include <openacc.h>
#include <stdlib.h>
enum { N = 200, MOST = 40 * N };
typedef struct { int rows; int *start, *column; double *value; } matrix;
static int start[N + 1], column[MOST];
static long wide[N + 1];
static double value[MOST], x[N], y[N], want[N];

static void check(int line)
{
    int before = check_failures;
    for (int i = 0; i < N; i++) {
        CHECK(y[i] == want[i]);
        y[i] = -1;
    }
    if (check_failures > before) printf("  in the product at line %d\n", line);
}
static void product(int n, const int *restrict s, const int *restrict c, const double *restrict v, const double *restrict p, double *restrict q)
{
#pragma acc parallel loop copyin(s[0:n+1], c[0:MOST], v[0:MOST], p[0:N]) copyout(q[0:n])
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = s[i]; k < s[i + 1]; k++)
            sum += v[k] * p[c[k]];
        q[i] = sum;
    }
}
static void short_rows(int n, int *lengths, double *restrict q)
{
    /* Five elements a row. */
#pragma acc parallel loop copyin(lengths[0:n+1], value) copyout(q[0:n])
    for (int i = 1; i <= n; i++) {
        double sum = 0;
        for (int k = lengths[i - 1]; k < lengths[i]; k++)
            sum += value[k];
        q[i - 1] = sum;
    }
}
/* Clauses give the levels, not the sizes. */
static void asked(int n, const int *restrict s, const int *restrict c, const double *restrict v, const double *restrict p, double *restrict q)
{
#pragma acc parallel loop gang worker copyin(s[0:n+1], c[0:MOST], v[0:MOST], p[0:N]) copyout(q[0:n])
    for (int i = 0; i < n; i++) {
        double sum = 0;
#pragma acc loop vector reduction(+ : sum)
        for (int k = s[i]; k < s[i + 1]; k++)
            sum += v[k] * p[c[k]];
        q[i] = sum;
    }
}
static void asked_of_gangs(int n, const int *restrict s, const int *restrict c, const double *restrict v, const double *restrict p, double *restrict q)
{
#pragma acc parallel loop gang copyin(s[0:n+1], c[0:MOST], v[0:MOST], p[0:N]) copyout(q[0:n])
    for (int i = 0; i < n; i++) {
        double sum = 0;
        q[i] = 0;
#pragma acc loop vector reduction(+ : sum)
        for (int k = s[i]; k < s[i + 1]; k++)
            sum += v[k] * p[c[k]];
        if (sum != 0)
            q[i] += sum;
    }
}
/* A size that a clause gives stays. */
static void sized(int n, const int *restrict s, const int *restrict c, const double *restrict v, const double *restrict p, double *restrict q)
{
#pragma acc parallel loop gang worker num_workers(2) copyin(s[0:n+1], c[0:MOST], v[0:MOST], p[0:N]) copyout(q[0:n])
    for (int i = 0; i < n; i++) {
        double sum = 0;
#pragma acc loop vector reduction(+ : sum)
        for (int k = s[i]; k < s[i + 1]; k++)
            sum += v[k] * p[c[k]];
        q[i] = sum;
    }
}
/* Beside the rows' elements, lanes have a loop of another kind. */
static void with_others(int n, const int *restrict s, const int *restrict c, const double *restrict v, const double *restrict p, double *restrict q)
{
#pragma acc parallel loop gang copyin(s[0:n+1], c[0:MOST], v[0:MOST], p[0:N]) copyout(q[0:n])
    for (int i = 0; i < n; i++) {
        double sum = 0, all = 0;
#pragma acc loop vector reduction(+ : sum)
        for (int k = s[i]; k < s[i + 1]; k++)
            sum += v[k] * p[c[k]];
#pragma acc loop vector reduction(+ : all)
        for (int k = 0; k < n; k++)
            all += p[k] - p[k];
        q[i] = sum + all;
    }
}
int main(void)
{
    matrix m = {N, start, column, value};
    int lengths[N + 1];
    double largest = 0, *d = acc_malloc(sizeof(double) * N);
    int *ds = acc_malloc(sizeof start);
    for (int i = 0; i < N; i++) {
        start[i + 1] = start[i] + 20 + i % 16;
        wide[i + 1] = start[i + 1];
        x[i] = i % 9;
        for (int k = start[i]; k < start[i + 1]; k++) {
            column[k] = (i * 7 + k * 3) % N;
            value[k] = k % 5;
        }
    }
    for (int i = 0; i <= N; i++) lengths[i] = 5 * i;
    for (int i = 0; i < N; i++)
        for (int k = start[i]; k < start[i + 1]; k++)
            want[i] += value[k] * x[column[k]];
    product(N, start, column, value, x, y);
    check(__LINE__);
    product(0, start, column, value, x, y); /* launches nothing that does anything */
    asked(N, start, column, value, x, y);
    check(__LINE__);
    asked_of_gangs(N, start, column, value, x, y);
    check(__LINE__);
    sized(N, start, column, value, x, y);
    check(__LINE__);
    with_others(N, start, column, value, x, y);
    check(__LINE__);
    double q[N];
    short_rows(N, lengths, q);
    for (int i = 0; i < N; i++) CHECK(q[i] == 10);

    /* Bounds in scalars, which the host can't find. */
#pragma acc parallel loop copyin(start, column, value, x) copyout(y)
    for (int i = 0; i < N; i++) {
        int from = start[i], to = start[i + 1];
        double sum = 0;
        for (int k = from; k < to; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
    check(__LINE__);
    /* In a struct, and with ends of 64 bits. */
#pragma acc parallel loop copyin(m, m.start[0:N+1], m.column[0:MOST], m.value[0:MOST], x) copyout(y)
    for (int i = 0; i < m.rows; i++) {
        double sum = 0;
        for (int k = m.start[i]; k < m.start[i + 1]; k++)
            sum += m.value[k] * x[m.column[k]];
        y[i] = sum;
    }
    check(__LINE__);
#pragma acc parallel loop copyin(wide, column, value, x) copyout(y)
    for (long i = 0; i < N; i++) {
        double sum = 0;
        for (long k = wide[i]; k < wide[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
    check(__LINE__);
    /* Some rows, two sums, and a largest of all rows. */
#pragma acc parallel loop copyin(start, column, value, x) copy(y) reduction(max:largest)
    for (int i = 0; i < N; i++) {
        double sum = 0, ones = 0;
        if (i % 3 != 1) {
            for (int k = start[i]; k < start[i + 1]; k++)
                sum += value[k] * x[column[k]];
            for (int k = start[i]; k < start[i + 1]; k++)
                ones += 1;
            y[i] = sum;
            if (ones > largest) largest = ones;
        }
    }
    CHECK(largest == 35);
    for (int i = 0; i < N; i++) CHECK(y[i] == (i % 3 != 1 ? want[i] : -1));
    for (int i = 0; i < N; i++) y[i] = want[i];
    check(__LINE__);
    /* kernels, and what the host can't read: the device's own memory. */
#pragma acc kernels copyin(start, column, value, x) copyout(y)
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int k = start[i]; k < start[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
    check(__LINE__);
    acc_memcpy_to_device(ds, start, sizeof start);
#pragma acc parallel loop deviceptr(ds, d) copyin(column, value, x)
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int k = ds[i]; k < ds[i + 1]; k++)
            sum += value[k] * x[column[k]];
        d[i] = sum;
    }
    acc_memcpy_from_device(y, d, sizeof y);
    check(__LINE__);
    /* The host's copy is old, or of no use at all: it decides nothing but how many lanes there are. */
    int *old = malloc(sizeof start);
    for (int i = 0; i <= N; i++) old[i] = 1000000 * (N - i);
#pragma acc data create(old[0:N+1]) copyin(column, value, x)
    {
#pragma acc parallel loop present(old) copyin(start)
        for (int i = 0; i <= N; i++) old[i] = start[i];
#pragma acc parallel loop present(old) copyout(y)
        for (int i = 0; i < N; i++) {
            double sum = 0;
            for (int k = old[i]; k < old[i + 1]; k++)
                sum += value[k] * x[column[k]];
            y[i] = sum;
        }
    }
    check(__LINE__);
    /* No row has elements in the host's copy: as if nothing were known. */
    int *none = calloc(N + 1, sizeof *none);
#pragma acc data create(none[0:N+1]) copyin(column, value, x)
    {
#pragma acc parallel loop present(none) copyin(start)
        for (int i = 0; i <= N; i++) none[i] = start[i];
#pragma acc parallel loop gang worker present(none) copyout(y)
        for (int i = 0; i < N; i++) {
            double sum = 0;
#pragma acc loop vector reduction(+ : sum)
            for (int k = none[i]; k < none[i + 1]; k++)
                sum += value[k] * x[column[k]];
            y[i] = sum;
        }
    }
    check(__LINE__);
    free(none);
    free(old);
    acc_free(d);
    acc_free(ds);
    return CHECKED();
}
