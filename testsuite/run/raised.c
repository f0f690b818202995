// Loops that count, but not in a `for` whose head says so: conditions that step the variable, sums in them, the variable alone; `while` and `do` with the
// step at the end of the body, nested, with the variable's first value before the loop.
// run: -O2 -Wno-openacc
// env: OMP_NUM_THREADS=3 ACCRS_LEAST_WORK=0
// expect: device kernels=60
#include "check.h"
#include <stddef.h>

enum { N = 200 };
static double a[N + 8], b[N + 8], c[N + 8];

#define NAME(f) f
#define ACC(directive) PRAGMA(directive)
#include "raised.h"
#undef NAME
#undef ACC
#define NAME(f) plain_##f
#define ACC(directive)
#include "raised.h"

int main(void)
{
    const int sizes[] = { N, 1, 0 };
    for (int k = 0; k < 3; k++) {
        double found[7], expected[7];
        all(sizes[k], found);
        plain_all(sizes[k], expected);
        for (int i = 0; i < 7; i++)
            CHECK(found[i] == expected[i]);
    }
    return CHECKED();
}
