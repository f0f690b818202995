// Counters that are declared at the start of a region of kernels, in the old way of C: its loops are kernels of their own, and those of plain pointers have a version in order for memory
// that overlaps, which counts with the same variables.
// run: -O2 -std=gnu89 -Wdeclaration-after-statement
// expect: device kernels=6 in_order=2
// expect: multicore host_kernels=5
#include "check.h"
#include <stdlib.h>
#define N 64

/* One loop. */
static void capped(const float *from, float *to, int n)
{
#pragma acc kernels
    {
        int k;
        for (k = 0; k < n; k++) {
            if (from[k] > 30)
                to[k] = from[k] + 1;
            else
                to[k] = from[k];
        }
    }
}

/* Two loops with one counter, a nest, and a variable that each iteration has for itself. */
static void several(const float *from, float *to, int n)
{
#pragma acc kernels
    {
        int k, j;
        float t;
        for (k = 0; k < n; k++)
            to[k] = from[k] + 1;
        for (k = 0; k < n / 8; k++)
            for (j = 0; j < 8; j++) {
                t = from[8 * k + j] * 2;
                to[8 * k + j] += t;
            }
    }
}

/* A counter of another type, downwards, and a pointer that counts. */
static void others(const float *from, float *to, long n)
{
#pragma acc kernels
    {
        long k;
        for (k = n - 1; k >= 0; k--)
            to[k] = from[k] - 1;
    }
}

static float *filled(int n)
{
    float *p = malloc((n + 1) * sizeof *p);
    int i;
    for (i = 0; i <= n; i++)
        p[i] = (float)i;
    return p;
}

int main(void)
{
    float *from = filled(N), *to = filled(N);
    int i;
    capped(from, to, N);
    for (i = 0; i < N; i++)
        CHECK(to[i] == (float)(i + (i > 30)));
    several(from, to, N);
    for (i = 0; i < N; i++)
        CHECK(to[i] == (float)(3 * i + 1));
    others(from, to, N);
    for (i = 0; i < N; i++)
        CHECK(to[i] == (float)(i - 1));
    /* The memory overlaps: each element is the one before it, as it has become. */
    capped(from, from + 1, 20);
    for (i = 0; i <= 20; i++)
        CHECK(from[i] == 0);
    free(from);
    from = filled(N);
    others(from + 1, from, N - 1);
    for (i = 0; i < N - 1; i++)
        CHECK(from[i] == (float)(N - 1 - (N - 1 - i)));
    free(from);
    free(to);
    return CHECKED();
}
