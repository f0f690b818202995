// Pointers that data clauses tell apart on a device, where each has a copy: in shared memory they may overlap, and
// then the loop is in order there.
// expect: device kernels=4 in_order=0
// expect: multicore in_order=3
#include "check.h"
#include "device.h"
#include <stdlib.h>

static void smooth(double *to, const double *from, int n)
{
    #pragma acc kernels copyout(to[1:n - 2]) copyin(from[0:n])
    for (int i = 1; i < n - 1; i++)
        to[i] = 0.25 * from[i - 1] + 0.5 * from[i] + 0.25 * from[i + 1];
}

/* Under a condition: how far the accesses reach, the clauses tell. */
static void rows(int n, int m, double (*a)[m], const double *b)
{
    #pragma acc kernels copy(a[0:n]) copyin(b[0:n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (j > 0)
                a[i][j] = b[i] + j;
}

static double table[100];

static void into_table(const double *p, int n)
{
    #pragma acc kernels copyin(p[0:n]) copyout(table[0:n])
    for (int i = 0; i < n; i++)
        table[i] = p[i] + 1;
}

static void sum(long *total, const long *p, int n)
{
    #pragma acc kernels copy(total[0:1]) copyin(p[0:n])
    for (int i = 0; i < n; i++)
        *total += p[i];
}

int main(void)
{
    enum { N = 5000 };
    double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b), *want = malloc(N * sizeof *want);
    double (*grid)[7] = calloc(100, sizeof *grid);
    long numbers[N], total = 0;
    for (int i = 0; i < N; i++) {
        a[i] = i % 17;
        b[i] = 0;
        numbers[i] = i;
    }
    smooth(b, a, N);
    for (int i = 1; i < N - 1; i++)
        CHECK(b[i] == 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1]);
    rows(100, 7, grid, a);
    for (int i = 0; i < 100; i++)
        for (int j = 0; j < 7; j++)
            CHECK(grid[i][j] == (j > 0 ? a[i] + j : 0));
    into_table(a, 100);
    for (int i = 0; i < 100; i++)
        CHECK(table[i] == a[i] + 1);
    sum(&total, numbers, N);
    CHECK(total == (long)N * (N - 1) / 2);

    if (!discrete()) {
        /* Each element needs the one before it. */
        for (int i = 0; i < N; i++)
            want[i] = a[i];
        for (int i = 1; i < N - 2; i++)
            want[i + 1] = 0.25 * want[i - 1] + 0.5 * want[i] + 0.25 * want[i + 1];
        smooth(a + 1, a, N - 1);
        for (int i = 0; i < N; i++)
            CHECK(a[i] == want[i]);
        for (int i = 0; i < 100; i++)
            table[i] = 0;
        into_table(table - 0, 1);
        for (int i = 1; i < 100; i++)
            table[i] = 5;
        into_table(table + 1, 99);
        for (int i = 0; i < 99; i++)
            CHECK(table[i] == 6);
        numbers[0] = 1;
        sum(&numbers[1], numbers, 3);
        CHECK(numbers[1] == 1 + 1 + 2 + 2);
    }
    free(a), free(b), free(want), free(grid);
    return CHECKED();
}
