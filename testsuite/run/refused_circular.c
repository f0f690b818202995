// A circular shift: where an element goes wraps around with %. How far it reaches is said by a clause.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#include <stdlib.h>

static void shift(int n, int by, const int *restrict from, int *restrict to)
{
    #pragma acc kernels copyin(from[0:n])
    for (int i = 0; i < n; i++)
        to[i] = from[(i + by) % n];
}

static void neighbours(int n, const int *restrict from, int *restrict to)
{
    #pragma acc kernels copyin(from[0:n])
    for (int i = 0; i < n; i++)
        to[i] = from[(i + 1) % n] - from[(i + n - 1) % n];
}

int main(void)
{
    int n = 300, by = 71;
    int *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    for (int i = 0; i < n; i++)
        a[i] = i * i % 97;
    shift(n, by, a, b);
    for (int i = 0; i < n; i++)
        CHECK(b[i] == a[(i + by) % n]);
    neighbours(n, a, b);
    for (int i = 0; i < n; i++)
        CHECK(b[i] == a[(i + 1) % n] - a[(i + n - 1) % n]);
    free(a);
    free(b);
    return CHECKED();
}
