// The largest or smallest value of a loop of kernels and where it is: devices find them in parallel, and they are what C finds in
// order, of equal values the first with < and >, the last with <= and >=; with numbers that aren't any, infinities and zeros of both signs.
// expect: device kernels=3372 host_kernels=0
// launch: searches_first_largest_7_2 grid=24x1x1 block=128x1x1
#include "check.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 3000, ROWS = 60, COLUMNS = 50, SIZE = 24 };

static double a[N], table[ROWS][COLUMNS], q[SIZE][SIZE], best;
static float f[N];
static int w[N], place, order[SIZE];
static unsigned char c[N];

#define NAME(x) x
#define KERNELS PRAGMA(acc kernels)
#include "searches.h"
#undef NAME
#undef KERNELS
#define NAME(x) plain_##x
#define KERNELS
#include "searches.h"

static unsigned state;

static int random_below(int n)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % n;
}

/* What the kind of a round is about: few values, many, infinities, numbers that are none. */
static void fill(int kind)
{
    static const int ranges[] = {3, 1000000, 50, 1, 40, 9};
    int range = ranges[kind];
    for (int i = 0; i < N; i++) {
        a[i] = random_below(range) - range / 2;
        if (a[i] == 0 && random_below(2))
            a[i] = -0.0;
        if (kind == 4 && i % 3 == 0)
            a[i] = NAN;
        if (kind == 5)
            a[i] = i % 2 ? -INFINITY : NAN;
        f[i] = random_below(1000) / 7.f;
        w[i] = random_below(2001) - 1000;
        c[i] = random_below(256);
        table[i / COLUMNS][i % COLUMNS] = random_below(100) - 40;
    }
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++)
            q[i][j] = random_below(53) - 26.5 + (i == j);
}

/* Both versions get the same data, and must leave the same bits. */
#define BOTH(name, ...)                                                         \
    do {                                                                        \
        double found[SIZE] = {0}, want[SIZE] = {0};                             \
        memcpy(kept, q, sizeof q);                                              \
        plain_##name(__VA_ARGS__, want);                                        \
        memcpy(q, kept, sizeof q);                                              \
        name(__VA_ARGS__, found);                                               \
        memcpy(q, kept, sizeof q);                                              \
        CHECK(memcmp(found, want, sizeof found) == 0);                          \
    } while (0)

int main(void)
{
    static double kept[SIZE][SIZE];
    const double starts[] = {-INFINITY, -1e9, 0.0, -0.0, 1, INFINITY, NAN, -1, 2};
    for (int kind = 0; kind < 6; kind++) {
        fill(kind);
        for (int s = 0; s < 9; s++) {
            double m = starts[s];
            BOTH(first_largest, N, m, -7);
            BOTH(last_largest, N, m, -7);
            BOTH(first_smallest, N, m, -7);
            BOTH(last_smallest, N, m, 7);
            BOTH(absolute, N, m, -9);
            BOTH(first_largest, s % 2, m, 3);
            BOTH(last_largest, 1, m, 3);
            BOTH(nest, ROWS, COLUMNS - 1, m, -1, -2);
            BOTH(last_of_nest, ROWS, COLUMNS, m, -1, -2);
            BOTH(differences, N, m, -3);
        }
        BOTH(nest, ROWS, 0, 9, 4, 5);
        BOTH(nest, 0, 9, 9, 4, 5);
        BOTH(guarded, N, -1, -1, -1);
        BOTH(guarded, N, 1 << 30, -1, -1);
        BOTH(narrow, 0, -1);
        BOTH(narrow, 255, -1);
        BOTH(within, N);
        BOTH(factorise, SIZE);
        BOTH(others, N);
    }
    return CHECKED();
}
