// Elements that a loop with steps touches under conditions on its variable: the section ends with the loop's bound.
// run: -O2
// expect: device kernels=2
#include "check.h"
#include <stdlib.h>

static void both(long *a, const long *b, int n)
{
#pragma acc serial
    for (int i = 1; i < n; i += 2) {
        if (i % 3 == 1)
            a[i] = b[i] + a[i];
        else
            a[i] = a[i] > b[i] ? a[i] : b[i];
    }
}

static void one(long *a, int n)
{
#pragma acc serial
    for (int i = 1; i < n; i += 4)
        if (i % 3 == 1)
            a[i] = i;
}

int main(void)
{
    int n = 24;
    long *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    for (int i = 0; i < n; i++) {
        a[i] = i;
        b[i] = 100 - 10 * i;
    }
    both(a, b, n);
    for (int i = 0; i < n; i++) {
        long larger = i > 100 - 10 * i ? i : 100 - 10 * i;
        CHECK(a[i] == (i % 2 == 0 ? i : i % 3 == 1 ? 100 - 9 * i : larger));
        a[i] = -1;
    }
    one(a, n);
    for (int i = 0; i < n; i++)
        CHECK(a[i] == (i % 4 == 1 && i % 3 == 1 ? i : -1));
    free(a);
    free(b);
    return CHECKED();
}
