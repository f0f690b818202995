// Signed variables that C compares with bounds as unsigned numbers: a negative start is beyond them all, so there are no iterations; OpenMP takes the
// bound as a number of the variable's type.
// run: -O2 -Wno-sign-compare -Wno-openacc
// env: OMP_NUM_THREADS=3 ACCRS_LEAST_WORK=0
// expect: device kernels=24
#include "check.h"

static int c;

static void each(int lo, unsigned u, size_t z, const int *expected)
{
    int found[8] = { 0 };
#define COUNT(k, head)                                   \
    c = 0;                                               \
    PRAGMA(acc parallel loop reduction(+ : c) copy(c))   \
    for (head)                                           \
        c++;                                             \
    found[k] = c;
    COUNT(0, int i = lo; i < u; i++)
    COUNT(1, int i = lo; i < z; i += 3)
    COUNT(2, int i = lo; i <= sizeof(int) * 10; i++)
    COUNT(3, long i = lo; i < u; i++)
    COUNT(4, long i = lo; i < z; i++)
    COUNT(5, int i = 5; i > u - 3u; i--)
    COUNT(6, short i = lo; i < u; i++)
    COUNT(7, int i = 30; i >= z + lo; i -= 2)
    for (int k = 0; k < 8; k++)
        CHECK(found[k] == expected[k]);
}

/* What plain C counts. */
static void plainly(int lo, unsigned u, size_t z, int *found)
{
#define PLAIN(k, head)  \
    found[k] = 0;       \
    for (head)          \
        found[k]++;
    PLAIN(0, int i = lo; i < u; i++)
    PLAIN(1, int i = lo; i < z; i += 3)
    PLAIN(2, int i = lo; i <= sizeof(int) * 10; i++)
    PLAIN(3, long i = lo; i < u; i++)
    PLAIN(4, long i = lo; i < z; i++)
    PLAIN(5, int i = 5; i > u - 3u; i--)
    PLAIN(6, short i = lo; i < u; i++)
    PLAIN(7, int i = 30; i >= z + lo; i -= 2)
}

int main(void)
{
    int expected[8];
    plainly(-3, 40, 40, expected);
    CHECK(expected[0] == 0 && expected[3] == 43 && expected[4] == 0);
    each(-3, 40, 40, expected);
    plainly(2, 2, 2, expected);
    each(2, 2, 2, expected);
    plainly(0, 10, 10, expected);
    each(0, 10, 10, expected);
    return CHECKED();
}
