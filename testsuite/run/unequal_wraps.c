// Unsigned loops that run to `!=` a value past the end of their type are parallel: the distance modulo the type's size is their
// trip count, whichever bound is larger. Constant bounds and others, narrow types, up and down, joined and tiled loops, in
// sections that analysis finds.
// run: -O2
// expect: device kernels=15
#include "check.h"
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#define N 9

static void constants(void)
{
    double a[8], b[N], c[4], d[12] = { 0 };
    size_t n = N;
#pragma acc kernels copyout(a)
    for (unsigned char i = 7; i != 255; --i)
        a[i] = i;
#pragma acc parallel loop copyout(b)
    for (size_t i = n - 1; i != (size_t)-1; i--)
        b[i] = 2.0 * i;
#pragma acc parallel loop copyout(c)
    for (unsigned i = 3; i != ~0u; i -= 1)
        c[i] = 3.0 * i;
#pragma acc parallel loop copy(d)
    for (unsigned char i = 250; i != 6; i++)
        d[(unsigned char)(i + 6)] = i;
    for (int i = 0; i < 8; i++)
        CHECK(a[i] == i);
    for (int i = 0; i < N; i++)
        CHECK(b[i] == 2 * i);
    for (int i = 0; i < 4; i++)
        CHECK(c[i] == 3 * i);
    for (int i = 0; i < 12; i++)
        CHECK(d[i] == (i + 250) % 256);
}

static int seen(unsigned char from, unsigned char to, unsigned from32, unsigned to32, size_t from64, size_t to64)
{
    int hits[3] = { 0 };
#pragma acc parallel loop reduction(+ : hits[0])
    for (unsigned char i = from; i != to; i++)
        hits[0] += 1;
#pragma acc parallel loop reduction(+ : hits[1])
    for (unsigned i = from32; i != to32; i++)
        hits[1] += 1;
#pragma acc parallel loop reduction(+ : hits[2])
    for (size_t i = to64; i != from64; i--)
        hits[2] += 1;
    return hits[0] + 1000 * hits[1] + 1000000 * hits[2];
}

static void behind_pointer(unsigned short last, unsigned end)
{
    int n = last + 1;
    double *a = malloc(n * sizeof *a), *b = malloc(n * n * sizeof *b);
#pragma acc parallel loop
    for (unsigned i = last; i != -1u; i--)
        a[i] = i;
#pragma acc parallel loop collapse(2) copyout(b[0:n * n])
    for (unsigned short i = last; i != 65535; i--)
        for (unsigned j = last; j != end; j--)
            b[i * n + j] = i + j;
    for (int i = 0; i < n; i++) {
        CHECK(a[i] == i);
        for (int j = 0; j < n; j++)
            CHECK(b[i * n + j] == i + j);
    }
#pragma acc parallel loop tile(4, 2) copy(b[0:n * n])
    for (unsigned char i = last; i != (unsigned char)end; i--)
        for (size_t j = last; j != SIZE_MAX; --j)
            b[i * n + j] += 1;
    for (int i = 0; i < n * n; i++)
        CHECK(b[i] == i / n + i % n + 1);
    free(a);
    free(b);
}

int main(void)
{
    constants();
    CHECK(seen(250, 4, -3u, 7, -5, 6) == 10 + 1000 * 10 + 1000000 * 11);
    CHECK(seen(4, 4, 7, 7, 6, 6) == 0);
    behind_pointer(20, -1u);
    unsigned sum = 0;
#pragma acc parallel loop reduction(+ : sum)
    for (unsigned i = 10; i != 0; i--)
        sum += i;
    CHECK(sum == 55);
    // The bound is unsigned, the variable isn't: C compares them unsigned, and the way leads through 0.
    unsigned end = 3;
    int hits = 0;
#pragma acc parallel loop reduction(+ : hits)
    for (int i = -2; i != end; i++)
        hits += i + 3;
    CHECK(hits == 1 + 2 + 3 + 4 + 5);
    return CHECKED();
}
