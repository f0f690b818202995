/* result.h: a clock, memory, arguments, and results as lines of JSON on stdout. */
#ifndef RESULT_H
#define RESULT_H
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* ACC(acc loop CLAUSES): a directive whose words are macros'. */
#define ACC_(...) _Pragma(#__VA_ARGS__)
#define ACC(...) ACC_(__VA_ARGS__)

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static void *must_alloc(size_t bytes)
{
    void *p = malloc(bytes);
    if (!p) {
        fprintf(stderr, "no memory for %zu bytes\n", bytes);
        exit(2);
    }
    return p;
}

static inline long argument(int argc, char **argv, int at, long otherwise)
{
    return argc > at ? strtol(argv[at], NULL, 10) : otherwise;
}
static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_result(const char *name, const char *by, double bytes, double flops, int right, double *ms, int count)
{
    qsort(ms, (size_t)count, sizeof *ms, by_value);
    printf("{\"item\": \"%s\", \"by\": \"%s\", \"ms\": %.6g, \"least_ms\": %.6g, \"most_ms\": %.6g, \"bytes\": %.0f, \"flops\": %.0f, "
           "\"right\": %s}\n",
           name, by, ms[count / 2], ms[0], ms[count - 1], bytes, flops, right ? "true" : "false");
    fflush(stdout);
}
#endif
