// Scalars and structs that a construct names and also reaches through a pointer: one memory on a device too, and loops in order. Where
// no pointer can lead to a scalar, loops stay parallel.
// expect: device kernels=13 in_order=0
#include "check.h"
#include <stdlib.h>

enum { N = 200 };

static int b[N];
static int limit = 50;
static int *to_limit = &limit;

struct sizes {
    int hi, lo;
};

static int sum(void)
{
    int s = 0;
    for (int i = 0; i < N; i++) {
        s += b[i];
        b[i] = 0;
    }
    return s;
}

static void bounds(void)
{
    int n = 100;
    int *p = &n;
#pragma acc kernels
    for (int i = 0; i < n; i++) {
        b[i]++;
        *p = 5;
    }
    CHECK(sum() == 5 && n == 5);
    struct sizes s = {10, 0};
    p = &s.hi;
#pragma acc kernels
    for (int i = s.lo; i < s.hi; i++) {
        b[i]++;
        *p = 3;
    }
    CHECK(sum() == 3 && s.hi == 3);
#pragma acc kernels
    for (int i = 0; i < limit; i++) {
        b[i]++;
        if (i == 20)
            *to_limit = 30;
    }
    CHECK(sum() == 30 && limit == 30);
}

static void values(void)
{
    int n = 10;
    int *p = &n;
#pragma acc kernels copy(n)
    for (int i = 0; i < 10; i++) {
        b[i] = n;
        *p = 5;
    }
    CHECK(sum() == 55 && n == 5);
    // Written by name, read through the pointer.
#pragma acc kernels
    for (int i = 0; i < N; i++) {
        n = i;
        b[i] = *p;
    }
    CHECK(sum() == N * (N - 1) / 2 && n == N - 1);
    int *q = p;
    n = 0;
#pragma acc kernels
    for (int i = 0; i < N; i++) {
        n += i;
        if (i == 100)
            *q = 7;
    }
    CHECK(n == 7 + (N * (N - 1) - 101 * 100) / 2);
    n = 10;
#pragma acc serial copy(n)
    for (int i = 0; i < 10; i++) {
        b[i] = n;
        *p = 5;
    }
    CHECK(sum() == 55 && n == 5);
}

// Between loops, and through a pointer that is chosen in the construct.
static void between(int which)
{
    int n = 3, m = 4;
    int *p = &n;
#pragma acc kernels
    {
        for (int i = 0; i < N; i++)
            b[i] = n;
        *p = 8;
        for (int i = 0; i < N; i++)
            b[i] += n;
    }
    CHECK(sum() == N * 11 && n == 8);
    int *r = which ? &n : &m;
#pragma acc kernels
    for (int i = 0; i < 10; i++) {
        b[i] = n + m;
        r[0] = 1;
    }
    CHECK(sum() == 12 + 9 * (which ? 5 : 9));
}

static void set(int *to, int value)
{
    *to = value;
}
#pragma acc routine(set) seq

static void by_call(void)
{
    int n = 9;
    int *p = &n;
#pragma acc kernels
    for (int i = 0; i < 10; i++) {
        b[i] = n;
        set(p, 1);
    }
    CHECK(sum() == 18 && n == 1);
}

static void sizes_of(int *n, int **a)
{
    *n = N;
    *a = malloc(N * sizeof **a);
}

// Sizes and arrays that functions fill in: nothing here leads to n.
static void apart(void)
{
    int n, m = N;
    int *a;
    sizes_of(&n, &a);
    int *c = malloc(m * sizeof *c);
#pragma acc kernels
    for (int i = 0; i < n; i++) {
        a[i] = i + m;
        c[i] = n;
    }
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] - c[i];
    CHECK(s == N * (N - 1) / 2);
    free(a);
    free(c);
}

int main(void)
{
    bounds();
    values();
    between(0);
    between(1);
    by_call();
    apart();
    return CHECKED();
}
