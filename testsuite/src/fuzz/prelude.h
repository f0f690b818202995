#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair {
    unsigned a;
    short b;
};

struct mix {
    double d;
    signed char c[3];
    unsigned long u;
};

static inline int twice(int n)
{
    return n * 2;
}

#pragma acc routine seq
static inline unsigned scramble(unsigned v, short by)
{
    return (v ^ (unsigned)by) * 2654435761u;
}

#pragma acc routine seq
static inline struct pair pair_of(unsigned a, short b)
{
    struct pair p = { a, b };
    return p;
}

/* Routines by use: no directive names these. */
static inline unsigned pair_sum(struct pair p)
{
    p.a += (unsigned)p.b;
    return p.a;
}

static inline int digit_sum(unsigned v)
{
    int sum = 0;
    while (v) {
        sum += (int)(v % 10);
        v /= 10;
    }
    return sum;
}

static inline double gap(double a, float b)
{
    return a - b;
}

static inline signed char narrow(long long v)
{
    return (signed char)(v >> 3);
}

static inline void bump(int *row, int at, int by)
{
    row[at] = (int)((unsigned)row[at] * 3u + (unsigned)by);
}

static inline int pull(const int *row, int at)
{
    return row[at] / 2;
}
