/* blocks.c: the same loops with blocks of 64 to 512 threads, and with those that accrs chooses, on arrays of N doubles (argument 1). Bytes: each array
 * once. */
#include "measure.h"

static int n, side;
static double *restrict x, *restrict y, *restrict z;
static double result;

#define LOOPS(name, clause)                                                                                                                 \
    static void triad_##name(void)                                                                                                          \
    {                                                                                                                                       \
        ACC(acc parallel loop clause present(x[0:n], y[0:n], z[0:n]) async(QUEUE))                                                            \
        for (int i = 0; i < n; i++)                                                                                                         \
            z[i] = y[i] + 3 * x[i];                                                                                                         \
    }                                                                                                                                       \
    static void dot_##name(void)                                                                                                            \
    {                                                                                                                                       \
        double s = 0;                                                                                                                       \
        ACC(acc parallel loop clause present(x[0:n], y[0:n]) reduction(+ : s))                                                                \
        for (int i = 0; i < n; i++)                                                                                                         \
            s += x[i] * y[i];                                                                                                               \
        result = s;                                                                                                                         \
    }                                                                                                                                       \
    static void stencil_of_##name(int m, double (*restrict from)[m], double (*restrict to)[m])                                              \
    {                                                                                                                                       \
        ACC(acc parallel loop collapse(2) clause present(from[0:m], to[0:m]) async(QUEUE))                                                    \
        for (int i = 1; i < m - 1; i++)                                                                                                     \
            for (int j = 1; j < m - 1; j++)                                                                                                 \
                to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);                                      \
    }                                                                                                                                       \
    static void stencil_##name(void) { stencil_of_##name(side, (double (*)[side])x, (double (*)[side])z); }
LOOPS(64, vector_length(64))
LOOPS(128, vector_length(128))
LOOPS(256, vector_length(256))
LOOPS(512, vector_length(512))
LOOPS(chosen, )

static void spoil(void)
{
    spoil_array(z, (size_t)n * sizeof *z);
    result = NAN;
}
static double first_x(long i) { return (double)(i % 8); }
static double first_y(long i) { return (double)(i % 4); }
static int not_triad(long i) { return z[i] != first_y(i) + 3 * first_x(i); }
static int not_stencil(long at)
{
    long i = at / side, j = at % side;
    if (i == 0 || j == 0 || i == side - 1 || j == side - 1)
        return 0;
    return z[at] != 0.25 * (first_x(at - side) + first_x(at + side) + first_x(at - 1) + first_x(at + 1));
}
static int wrong_triad(void) { return look_at(z, sizeof *z, n, 4096, not_triad) != 0; }
static int wrong_stencil(void) { return look_at(z, sizeof *z, (long)side * side, 4096, not_stencil) != 0; }
static int wrong_dot(void)
{
    double want = 0;
    for (int i = 0; i < n; i++)
        want += first_x(i) * first_y(i);
    return result != want;
}

int main(int argc, char **argv)
{
    n = (int)argument(argc, argv, 1, 4096);
    side = (int)sqrt((double)n) / 32 * 32;
    size_t bytes = (size_t)n * sizeof *x;
    x = must_alloc(bytes), y = must_alloc(bytes), z = must_alloc(bytes);
    begin("blocks");
    int bad = 0;
    double size = (double)bytes, plane = (double)(side - 2) * (side - 2);
#define ITEMS(name, called)                                                                                                                 \
    {"triad, " called, 3 * size, 2.0 * n, triad_##name, NULL, spoil, wrong_triad},                                                          \
        {"dot, " called, 2 * size, 2.0 * n, dot_##name, NULL, spoil, wrong_dot},                                                            \
        {"2-D stencil, " called, 16 * plane, 4 * plane, stencil_##name, NULL, spoil, wrong_stencil}
    struct item items[] = {ITEMS(64, "64"), ITEMS(128, "128"), ITEMS(256, "256"), ITEMS(512, "512"), ITEMS(chosen, "chosen")};
#pragma acc data create(x[0:n], y[0:n], z[0:n])
    {
#pragma acc parallel loop present(x[0:n], y[0:n])
        for (int i = 0; i < n; i++)
            x[i] = i % 8, y[i] = i % 4;
        for (size_t k = 0; k < sizeof items / sizeof *items; k++)
            bad += measure(&items[k]);
    }
    return bad != 0;
}
