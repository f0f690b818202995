// Rows that a construct writes wholly come back alone, and nothing goes to the device for them: the inside of a grid, by subscripts or by hand, counted up and down, a
// part of a line, a column. Where an element of them may keep its value, where the construct reads one, or where rows aren't as long as each other, all goes both ways.
// run: -O2 -Wno-openacc
// report: rows of it may come back alone, and nothing go there
// expect: device kernels=31 uploads=35 upload_bytes=7098064 downloads=28 download_bytes=5174368 in_order=3
#include "check.h"
#include <stdlib.h>
#include <string.h>

enum { N = 200, ALL = N * N };
static double a[N][N], b[N][N], want[N][N], line[5000];

static void inside(void)
{
#pragma acc kernels
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            b[i][j] = 2 * a[i][j] + a[i - 1][j];
}

static void by_hand(int n, int m, double *x, const double *y)
{
#pragma acc kernels
    for (int i = 1; i < n - 1; i++)
        for (int j = 2; j < m - 3; j++)
            x[i * m + j] = y[i * m + j] + 1;
}

static void rows(int n, int m, double (*restrict x)[m], double (*restrict y)[m])
{
#pragma acc parallel loop collapse(2)
    for (int i = 1; i < n - 1; i++)
        for (int j = 2; j < m - 3; j++)
            x[i][j] = y[i][j] + 1;
}

static void part_of_line(int n)
{
#pragma acc kernels
    for (int i = 7; i < n; i++)
        line[i] = i;
}

static void column(int c)
{
#pragma acc kernels
    for (int i = 1; i < N - 1; i++)
        b[i][c] = i;
}

static void downwards(unsigned n, double *restrict x, const double *restrict y)
{
#pragma acc kernels
    for (unsigned i = n - 2; i > 0; i--)
        for (unsigned j = 1; j + 1 < n; j++)
            x[i * n + j] = y[i * n + j] + 1;
}

static void twice(void)
{
#pragma acc kernels
    {
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                b[i][j] = a[i][j];
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                b[i][j] = a[i][j] + 3;
    }
}

/* From here on values stay. */
static void triangle(void)
{
#pragma acc kernels
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < i; j++)
            b[i][j] = 7 + i;
}

static void every_second(void)
{
#pragma acc kernels
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j += 2)
            b[i][j] = 9 + i;
}

static void some(int least)
{
#pragma acc kernels
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            if (a[i][j] > least)
                b[i][j] = 9 + i;
}

static void adds(void)
{
#pragma acc kernels
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            b[i][j] += 9 + i;
}

static void maybe(int on)
{
#pragma acc kernels
    {
        if (on)
            for (int i = 1; i < N - 1; i++)
                for (int j = 1; j < N - 1; j++)
                    b[i][j] = a[i][j] - 5;
    }
}

static void steps(int times)
{
#pragma acc kernels
    for (int t = 0; t < times; t++)
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                b[i][j] = a[i][j] * t;
}

static double *x, *y, *z;

static void begin(void)
{
    for (int i = 0; i < ALL; i++) {
        a[i / N][i % N] = i % 37, b[i / N][i % N] = want[i / N][i % N] = -i % 19;
        x[i] = z[i] = -i % 13, y[i] = i % 41;
    }
}

/* Whether b is what `value` gives inside of a grid where `here` holds. */
#define SAME(here, value)                                                                                          \
    for (int i = 0; i < N; i++)                                                                                     \
        for (int j = 0; j < N; j++) {                                                                               \
            int in = i > 0 && i < N - 1 && j > 0 && j < N - 1 && (here);                                            \
            CHECK(b[i][j] == (in ? (value) : want[i][j]));                                                          \
        }

static void check_grid(void)
{
    begin(), inside();
    SAME(1, 2 * a[i][j] + a[i - 1][j])
    begin(), column(5);
    SAME(j == 5, i)
    begin(), twice();
    SAME(1, a[i][j] + 3)
    begin(), triangle();
    SAME(j < i, 7 + i)
    begin(), every_second();
    SAME(j % 2, 9 + i)
    begin(), some(9);
    SAME(a[i][j] > 9, 9 + i)
    begin(), adds();
    SAME(1, want[i][j] + 9 + i)
    begin(), maybe(0);
    SAME(0, 0)
    begin(), maybe(1);
    SAME(1, a[i][j] - 5)
    begin(), steps(0);
    SAME(0, 0)
    begin(), steps(3);
    SAME(1, a[i][j] * 2)
}

static void check_by_hand(int n, int m, double *to, const double *from)
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 2; j < m - 3; j++)
            z[to - x + i * m + j] = (from >= x && from < x + ALL ? z[from - x + i * m + j] : from[i * m + j]) + 1;
    CHECK(memcmp(x, z, sizeof *x * ALL) == 0);
}

int main(void)
{
    x = malloc(sizeof *x * ALL), y = malloc(sizeof *y * ALL), z = malloc(sizeof *z * ALL);
    if (!x || !y || !z)
        return 2;
    check_grid();
    static const int sizes[][2] = {{N, N}, {1, N}, {2, N}, {3, N}, {N, 5}, {N, 6}, {20, 1000}};
    for (int s = 0; s < (int)(sizeof sizes / sizeof *sizes); s++) {
        int n = sizes[s][0], m = sizes[s][1];
        begin(), by_hand(n, m, x, y), check_by_hand(n, m, x, y);
        begin(), rows(n, m, (double (*)[m])x, (double (*)[m])y), check_by_hand(n, m, x, y);
    }
    /* The same memory, and memory that overlaps. */
    begin(), by_hand(N, N, x, x), check_by_hand(N, N, x, x);
    begin(), by_hand(N / 2, N, x, x + 3 * N), check_by_hand(N / 2, N, x, x + 3 * N);
    begin(), by_hand(N / 2, N, x + 5, x), check_by_hand(N / 2, N, x + 5, x);
    begin(), downwards(N, x, y);
    for (int i = 0; i < ALL; i++) {
        int in = i / N > 0 && i / N < N - 1 && i % N > 0 && i % N < N - 1;
        CHECK(x[i] == (in ? y[i] + 1 : z[i]));
    }
    static const int ends[] = {4000, 3, 5000};
    for (int e = 0; e < 3; e++) {
        memset(line, 0, sizeof line);
        part_of_line(ends[e]);
        for (int i = 0; i < 5000; i++)
            CHECK(line[i] == (i >= 7 && i < ends[e] ? i : 0));
    }
    free(x), free(y), free(z);
    return CHECKED();
}
