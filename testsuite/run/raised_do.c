// `do` loops that count to a bound that nobody knows: the body runs once, whatever the bound is, and the steps stand in it or in the condition.
// run: -O2 -Wno-openacc
// env: OMP_NUM_THREADS=3 ACCRS_LEAST_WORK=0
// expect: device kernels=40
// launch: raised_do_by_two_8 block=128x1x1
// launch: raised_do_step_asked_21 grid=2x1x1 block=128x1x1
#include "check.h"

enum { N = 210 };
static double a[N], b[N], c[N];

#define NAME(f) f
#define ACC(directive) PRAGMA(directive)
#include "raised_do.h"
#undef NAME
#undef ACC
#define NAME(f) plain_##f
#define ACC(directive)
#include "raised_do.h"

static void begin(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i % 7, b[i] = i;
}

int main(void)
{
    const int sizes[] = { -1, 0, 1, 2, 200 };
    for (int k = 0; k < 5; k++) {
        begin();
        long expected = plain_all(sizes[k]);
        for (int i = 0; i < N; i++)
            c[i] = a[i];
        begin();
        CHECK(all(sizes[k]) == expected);
        for (int i = 0; i < N; i++)
            CHECK(a[i] == c[i]);
    }
    return CHECKED();
}
