/* polybench.h: takes the place of pb.h where a pb_*.c program is timed: one form of its loops, in large arrays. The program prints
 * the seconds of the best of ROUNDS runs, each from the same first values, and a checksum of the arrays. A program without NEST has its loops
 * behind this file (explicit/). */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#ifndef TYPE
#define TYPE double
#endif
#ifndef UNIT
#define UNIT 7
#endif
#ifndef PREPARE
#define PREPARE
#endif

#define GLOBAL(array, lengths) static TYPE array lengths;
ARRAYS(GLOBAL)

#define REGION
#ifdef FLAT
#define AT2(array, i, j, m) array[(i) * (m) + (j)]
#define AT3(array, i, j, k, m, l) array[((i) * (m) + (j)) * (l) + (k)]
#define PARAMETER(array, lengths) , TYPE *array
#define ARGUMENT(array, lengths) , (TYPE *)array
#else
#define AT2(array, i, j, m) array[i][j]
#define AT3(array, i, j, k, m, l) array[i][j][k]
#define PARAMETER(array, lengths) , TYPE array lengths
#define ARGUMENT(array, lengths) , array
#endif
#ifdef GLOBALS
#define KERNEL static void timed(void)
#define CALL timed()
#else
#define KERNEL __attribute__((noinline)) static void timed(PARAMETERS ARRAYS(PARAMETER))
#define CALL timed(ARGUMENTS ARRAYS(ARGUMENT))
#endif
#ifdef NEST
#include NEST
#else
KERNEL;
#endif

static void first_values(TYPE *array, size_t count, int seed)
{
    for (size_t i = 0; i < count; i++)
        array[i] = (TYPE)((i * 7 + (size_t)seed * 13) % 31 + 1) / UNIT;
}

static double checked_sum(const TYPE *array, size_t count)
{
    double all = 0;
    for (size_t i = 0; i < count; i++) {
        double value = (double)array[i];
        if (value == value && fabs(value) < 1e100) all += value * (double)(i % 7 + 1);
    }
    return all;
}

static void start(void)
{
    int seed = 0;
#define FILL(array, lengths) first_values((TYPE *)array, sizeof array / sizeof(TYPE), ++seed);
    ARRAYS(FILL)
    PREPARE;
}

int main(void)
{
    double best = 1e30, check = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct timespec from, to;
        start();
        clock_gettime(CLOCK_MONOTONIC, &from);
        CALL;
        clock_gettime(CLOCK_MONOTONIC, &to);
        double taken = (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
        if (taken < best) best = taken;
        if (!round) {
#define SUM(array, lengths) check += checked_sum((TYPE *)array, sizeof array / sizeof(TYPE));
            ARRAYS(SUM)
        }
    }
    printf("%.6f %.10g\n", best, check);
    return 0;
}
