/* bench.h: what the six benchmarks share: the names of OpenUH's loop mappings
 * (LCPC 2013, tables "Double/Triple Nested Loop Mapping"), the clauses that
 * spell each of them, a clock, and the closing report.
 *
 * A benchmark is compiled with -DVARIANT=MAP_GV_GV (or another name below) and
 * defines, per variant, the gang and vector numbers of the paper's tables as
 * G1, V1 (outermost loop), G2, V2, G3, V3. Each may be replaced on the command
 * line (-DG1=3 -DV2=7), which is how odd topologies are tested.
 */
#ifndef BENCH_H
#define BENCH_H
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAP_AUTO 0 /* no mapping clauses: the compiler chooses */
#define MAP_G_V 1
#define MAP_GV_V 2
#define MAP_G_GV 3
#define MAP_GV_GV 4
#define MAP3_1 5 /* gang, gang vector, vector */
#define MAP3_2 6 /* vector, gang vector, gang vector */
#define MAP3_3 7 /* vector, gang vector, gang */

#ifndef VARIANT
#define VARIANT MAP_AUTO
#endif

/* PRAGMA(acc loop OUTER): a directive whose clauses are macros. */
#define PRAGMA_(text) _Pragma(#text)
#define PRAGMA(text) PRAGMA_(text)

#if VARIANT == MAP_AUTO
#define VARIANT_NAME "auto"
#define OUTER
#define MIDDLE
#define INNER
#elif VARIANT == MAP_G_V
#define VARIANT_NAME "Map-g-v"
#define OUTER gang(G1)
#define INNER vector(V2)
#elif VARIANT == MAP_GV_V
#define VARIANT_NAME "Map-gv-v"
#define OUTER gang(G1) vector(V1)
#define INNER vector(V2)
#elif VARIANT == MAP_G_GV
#define VARIANT_NAME "Map-g-gv"
#define OUTER gang(G1)
#define INNER gang(G2) vector(V2)
#elif VARIANT == MAP_GV_GV
#define VARIANT_NAME "Map-gv-gv"
#define OUTER gang(G1) vector(V1)
#define INNER gang(G2) vector(V2)
#elif VARIANT == MAP3_1
#define VARIANT_NAME "Map3-1"
#define OUTER gang(G1)
#define MIDDLE gang(G2) vector(V2)
#define INNER vector(V3)
#elif VARIANT == MAP3_2
#define VARIANT_NAME "Map3-2"
#define OUTER vector(V1)
#define MIDDLE gang(G2) vector(V2)
#define INNER gang(G3) vector(V3)
#elif VARIANT == MAP3_3
#define VARIANT_NAME "Map3-3"
#define OUTER vector(V1)
#define MIDDLE gang(G2) vector(V2)
#define INNER gang(G3)
#else
#error "VARIANT is not one of the names in bench.h"
#endif

/* Keeps what main knows (sizes, coefficients) out of the timed function, so that
 * every compiler compiles it for any input. */
#if defined(__GNUC__) && !defined(__clang__)
#define APART __attribute__((noipa))
#else
#define APART __attribute__((noinline))
#endif

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
        fprintf(stderr, "bench: no memory for %zu bytes\n", bytes);
        exit(2);
    }
    return p;
}

/* A small deterministic generator: the same input for every compiler. */
static double noise(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (double)(*state >> 8) / 16777216.0;
}

/* time_ms is all sweeps but the first (which pays for loading the kernel and
 * starting threads); error and tolerance are relative to the largest value. */
static int report(const char *name, double time_ms, double total_ms, double error, double tolerance)
{
    int pass = error <= tolerance; /* a NaN fails */
    printf("%s %s time_ms %.4f total_ms %.4f error %.3g tolerance %.3g\n", name, VARIANT_NAME, time_ms,
           total_ms, error, tolerance);
    printf("%s\n", pass ? "PASS" : "FAIL");
    return pass ? 0 : 1;
}
#endif
