// Rows whose pitch is a number, while their length is a variable: the host asks whether rows fit, and both answers are right.
// report: This rests on n <= 24: then rows of elements that are written don't overlap. It is checked before the construct; otherwise loops run in parallel as far as the text alone allows
// report: This rests on dim <= 3: then rows of elements that are written don't overlap. It is checked before the construct; otherwise loops run in parallel as far as the text alone allows
// report: This rests on n <= 25: then rows of elements that are written don't overlap. It is checked before the construct; otherwise loops run in parallel as far as the text alone allows
// report: This rests on 4*(long)w <= 96: then rows of elements that are written don't overlap. It is checked before the construct; otherwise loops run in parallel as far as the text alone allows
#include "check.h"
#include <string.h>

#define LD 24
#define ACC PRAGMA(acc kernels)
#define PLAIN
enum { ALL = 40 * LD };

/* Of the elements that rows share the last row's value stays. */
#define ROWS(DIRECTIVE)                                                                                          \
    DIRECTIVE                                                                                                    \
    for (int j = 0; j < m; j++)                                                                                  \
        for (int i = 0; i < n; i++)                                                                              \
            x[j * LD + i] = x[j * LD + i] * 3 + y[i] + j;

static void rows(int m, int n, int *restrict x, const int *restrict y) { ROWS(ACC) }
static void rows_plain(int m, int n, int *x, const int *y) { ROWS(PLAIN) }

#define PRODUCT(DIRECTIVE)                                                                                       \
    DIRECTIVE                                                                                                    \
    for (int j = 0; j < m; j++)                                                                                  \
        for (int k = 0; k < p; k++)                                                                              \
            for (int i = 0; i < n; i++)                                                                          \
                x[j * LD + i] += y[k * LD + i] * z[j * LD + k];

static void product(int m, int n, int p, int *x, const int *y, const int *z) { PRODUCT(ACC) }
static void product_plain(int m, int n, int p, int *x, const int *y, const int *z) { PRODUCT(PLAIN) }

/* The coordinates of points. */
#define POINTS(DIRECTIVE)                                                                                        \
    DIRECTIVE                                                                                                    \
    for (int i = 0; i < n; i++)                                                                                  \
        for (int d = 0; d < dim; d++)                                                                            \
            x[3 * i + d] = 2 * x[3 * i + d] + d;

static void points(int n, int dim, int *restrict x) { POINTS(ACC) }
static void points_plain(int n, int dim, int *x) { POINTS(PLAIN) }

/* The inner points of a grid, with neighbours in the rows around. */
#define GRID(DIRECTIVE)                                                                                          \
    DIRECTIVE                                                                                                    \
    for (int j = 1; j < m - 1; j++)                                                                              \
        for (int i = 1; i < n - 1; i++)                                                                          \
            x[j * LD + i] = y[j * LD + i - 1] + y[(j - 1) * LD + i] + x[j * LD + i] * y[(j + 1) * LD + i + 1];

static void grid(int m, int n, int *restrict x, const int *restrict y) { GRID(ACC) }
static void grid_plain(int m, int n, int *x, const int *y) { GRID(PLAIN) }

/* Pixels of four bytes in lines of 96. */
#define PIXELS(DIRECTIVE)                                                                                        \
    DIRECTIVE                                                                                                    \
    for (int j = 0; j < m; j++)                                                                                  \
        for (int i = 0; i < w; i++)                                                                              \
            for (int c = 0; c < 4; c++)                                                                          \
                x[j * 96 + i * 4 + c] = x[j * 96 + i * 4 + c] * 3 + c + j;

static void pixels(int m, int w, int *restrict x) { PIXELS(ACC) }
static void pixels_plain(int m, int w, int *x) { PIXELS(PLAIN) }

static int one[ALL], other[ALL], y[ALL], z[ALL];

static int same(void)
{
    int equal = !memcmp(one, other, sizeof one);
    for (int i = 0; i < ALL; i++)
        one[i] = other[i] = i * 7 % 11;
    return equal;
}

int main(void)
{
    for (int i = 0; i < ALL; i++)
        y[i] = i % 5, z[i] = i % 3;
    memset(one, 0, sizeof one);
    memset(other, 0, sizeof other);
    const int lengths[] = {0, 1, 3, 23, 24, 25, 26, 30, 48, 60};
    for (unsigned k = 0; k < sizeof lengths / sizeof *lengths; k++) {
        int n = lengths[k];
        rows(9, n, one, y);
        rows_plain(9, n, other, y);
        CHECK(same());
        product(9, n, 5, one, y, z);
        product_plain(9, n, 5, other, y, z);
        CHECK(same());
        points(n, k % 6, one);
        points_plain(n, k % 6, other);
        CHECK(same());
        grid(9, n, one, y);
        grid_plain(9, n, other, y);
        CHECK(same());
        pixels(6, n, one);
        pixels_plain(6, n, other);
        CHECK(same());
    }
    return CHECKED();
}
