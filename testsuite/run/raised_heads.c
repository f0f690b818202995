// Loops whose heads begin or step several variables, that count with a variable which nobody needs, or that end where a pointer reaches another one.
// run: -O2 -Wno-openacc
// env: OMP_NUM_THREADS=3 ACCRS_LEAST_WORK=0
// expect: device kernels=126 in_order=0
// expect: multicore host_kernels=96
#include "check.h"
#include <stddef.h>

enum { N = 300 };
static double a[2 * N], b[2 * N], c[2 * N];

#define NAME(f) f
#define ACC(directive) PRAGMA(directive)
#include "raised_heads.h"
#undef NAME
#undef ACC
#define NAME(f) plain_##f
#define ACC(directive)
#include "raised_heads.h"

static void begin(void)
{
    for (int i = 0; i < 2 * N; i++)
        a[i] = i % 7, b[i] = i % 5;
}

int main(void)
{
    const int sizes[] = { 0, 1, 2, 3, 200, N };
    for (int k = 0; k < 6; k++) {
        begin();
        double expected = plain_all(sizes[k]);
        for (int i = 0; i < 2 * N; i++)
            c[i] = a[i];
        begin();
        CHECK(all(sizes[k]) == expected);
        for (int i = 0; i < 2 * N; i++)
            CHECK(a[i] == c[i]);
    }
    return CHECKED();
}
