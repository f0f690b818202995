// Largest and smallest values per element, and sums whose statements aren't those of `atomic update`, become atomic on a device where
// nothing else makes their loop parallel: by `if`, by `?:`, by fmax, of all types, in members and through VLAs, with
// other elements of the same array in the value.
// expect: device kernels=11
// expect: multicore host_kernels=10
// launch: atomic_extremes_by_if_33 grid=24x1x1 block=128x1x1
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "check.h"

#define N 3000
#define BINS 97

struct cell { int count; float top; double low; short last; };

static int key[N];
static double value[N];
static float most_f[BINS];
static double least_d[BINS];
static long most_l[BINS];
static unsigned most_u[BINS];
static short most_s[BINS];
static unsigned char most_c[BINS];
static struct cell cells[BINS];

static int number(int i) { return (i * 7919 + 13) % 1009 - 300; }

static void by_if(void)
{
#pragma acc kernels
    for (int i = 0; i < N; i++)
        if (value[i] > most_f[key[i]])
            most_f[key[i]] = value[i];
#pragma acc kernels
    for (int i = 0; i < N; i++) {
        int k = key[i];
        if (!(least_d[k] <= value[i])) { least_d[k] = value[i]; }
    }
#pragma acc kernels
    for (int i = 0; i < N; i++)
        if (most_l[key[i]] < 3L * i - 7)
            most_l[key[i]] = 3L * i - 7;
}

static void by_value(void)
{
#pragma acc kernels
    for (int i = 0; i < N; i++)
        most_u[key[i]] = most_u[key[i]] < (unsigned)i * 3u ? (unsigned)i * 3u : most_u[key[i]];
#pragma acc kernels
    for (int i = 0; i < N; i++) {
        const short s = (short)(i % 500);
        most_s[key[i]] = s > most_s[key[i]] ? s : most_s[key[i]];
    }
#pragma acc kernels
    for (int i = 0; i < N; i++)
        if ((unsigned char)i > most_c[key[i]])
            most_c[key[i]] = (unsigned char)i;
}

static void in_members(void)
{
#pragma acc kernels
    for (int i = 0; i < N; i++) {
        cells[key[i]].count = 2 + cells[key[i]].count + i;
        if (cells[key[i]].top < value[i])
            cells[key[i]].top = value[i];
        cells[key[i]].low = fmin(cells[key[i]].low, value[i]);
        if (cells[key[i]].last > (short)(i % 77))
            cells[key[i]].last = (short)(i % 77);
    }
}

// Two extremes that reach each other's elements, and sums that read what stands still.
static void together(int n, int a[restrict n + 5], int b[restrict n])
{
#pragma acc kernels
    for (int i = 0; i < n; i++) {
        if (b[i] > a[i]) a[i] = b[i];
        if (b[i] + 1 > a[i + 5]) a[i + 5] = b[i] + 1;
    }
}

static void other_elements(int n, int a[restrict n])
{
#pragma acc kernels
    for (int i = 3; i < n; i++)
        a[1] = a[i] + a[1] + a[2];
#pragma acc kernels
    for (int i = 3; i < n; i++)
        if (a[i] + a[2] > a[0]) a[0] = a[i] + a[2];
}

static unsigned hash(const void *p, size_t bytes)
{
    const unsigned char *c = p;
    unsigned h = 17;
    for (size_t i = 0; i < bytes; i++)
        h = h * 31 + c[i];
    return h;
}

static int own[N + 5], other[N];

int main(void)
{
    for (int i = 0; i < N; i++) {
        key[i] = (i * 31 + i / 7) % BINS;
        value[i] = number(i) / 8.0;
        other[i] = number(i + 1);
        own[i] = number(3 * i) / 2;
    }
    for (int k = 0; k < BINS; k++) {
        least_d[k] = 50;
        cells[k] = (struct cell){0, -FLT_MAX, DBL_MAX, 99};
    }
    by_if();
    by_value();
    in_members();
    float f[BINS] = {0};
    double d[BINS];
    long l[BINS] = {0};
    unsigned u[BINS] = {0};
    short s[BINS] = {0};
    unsigned char c[BINS] = {0};
    struct cell m[BINS];
    for (int k = 0; k < BINS; k++) {
        d[k] = 50;
        m[k] = (struct cell){0, -FLT_MAX, DBL_MAX, 99};
    }
    for (int i = 0; i < N; i++) {
        int k = key[i];
        if (value[i] > f[k]) f[k] = value[i];
        if (value[i] < d[k]) d[k] = value[i];
        if (3L * i - 7 > l[k]) l[k] = 3L * i - 7;
        if (i * 3u > u[k]) u[k] = i * 3u;
        if (i % 500 > s[k]) s[k] = i % 500;
        if ((unsigned char)i > c[k]) c[k] = (unsigned char)i;
        m[k].count += 2 + i;
        if (value[i] > m[k].top) m[k].top = value[i];
        if (value[i] < m[k].low) m[k].low = value[i];
        if (i % 77 < m[k].last) m[k].last = i % 77;
    }
    CHECK(memcmp(f, most_f, sizeof f) == 0);
    CHECK(memcmp(d, least_d, sizeof d) == 0);
    CHECK(memcmp(l, most_l, sizeof l) == 0);
    CHECK(memcmp(u, most_u, sizeof u) == 0);
    CHECK(memcmp(s, most_s, sizeof s) == 0);
    CHECK(memcmp(c, most_c, sizeof c) == 0);
    for (int k = 0; k < BINS; k++)
        CHECK(m[k].count == cells[k].count && m[k].top == cells[k].top && m[k].low == cells[k].low && m[k].last == cells[k].last);

    static int a[N + 5];
    memcpy(a, own, sizeof a);
    for (int i = 0; i < N; i++) {
        if (other[i] > a[i]) a[i] = other[i];
        if (other[i] + 1 > a[i + 5]) a[i + 5] = other[i] + 1;
    }
    together(N, own, other);
    CHECK(hash(a, sizeof a) == hash(own, sizeof own));
    for (int i = 3; i < N; i++)
        a[1] = a[i] + a[1] + a[2];
    for (int i = 3; i < N; i++)
        if (a[i] + a[2] > a[0]) a[0] = a[i] + a[2];
    other_elements(N, own);
    CHECK(hash(a, sizeof a) == hash(own, sizeof own));
    return CHECKED();
}
