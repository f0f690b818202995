// Signed variables that run from negative numbers to `!=` an unsigned bound: C's comparison makes large numbers of them, and the loop gets there all the same.
// run: -O2 -Wno-sign-compare
// expect: device kernels=2
#include "check.h"

static void up(int from, unsigned n, int *a)
{
#pragma acc parallel loop copy(a[0:20])
    for (int i = from; i != n; i++)
        a[i + 5] += i;
}

static void two(long from, unsigned long n, int *a)
{
#pragma acc parallel loop collapse(2) copy(a[0:20])
    for (long i = from; i != n; i++)
        for (int j = 0; j < 2; j++)
            a[2 * (i + 3) + j] += j + 1;
}

int main(void)
{
    int a[20] = { 0 };
    up(-5, 7, a);
    for (int i = 0; i < 20; i++)
        CHECK(a[i] == (i < 12 ? i - 5 : 0));
    two(-3, 4, a);
    for (int i = 0; i < 20; i++)
        CHECK(a[i] == (i < 12 ? i - 5 : 0) + (i < 14 ? i % 2 + 1 : 0));
    return CHECKED();
}
