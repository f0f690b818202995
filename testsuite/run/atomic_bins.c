// Arrays that threads update atomically: each block has a copy in shared memory where the length is a constant and the kernel does nothing else
// with the array.
// expect: device kernels=13
// expect: multicore host_kernels=13
// launch: atomic_bins_counts_34 grid=23x1x1 block=128x1x1
// launch: atomic_bins_others_82 grid=13x1x1 block=32x4x1
#include <stdio.h>

enum { N = 20000, BINS = 200 };

static unsigned char k[N];
static int values[N];
static double weights[N];

static void show(const char *name, const long *h, int n)
{
    unsigned long sum = 0;
    for (int i = 0; i < n; i++)
        sum = sum * 31 + (unsigned long)h[i];
    printf("%s %lx\n", name, sum);
}

#define SHOW(name, h, n) \
    do { \
        long all[n]; \
        for (int i = 0; i < (n); i++) \
            all[i] = (long)h[i]; \
        show(name, all, n); \
    } while (0)

// Plain pointers; the clause says how far it reaches. Values from before stay.
static void counts(int n, const unsigned char *key, int *h)
{
#pragma acc parallel loop copyin(key[0:n]) copy(h[0:BINS])
    for (int i = 0; i < n; i++) {
#pragma acc atomic update
        h[key[i]]++;
    }
}

// The clause on the data around says so.
static void in_data(int n, const unsigned char *key, unsigned *h)
{
#pragma acc data copyin(key[0:n]) copy(h[0:BINS])
    {
#pragma acc parallel loop gang
        for (int row = 0; row < 100; row++) {
#pragma acc loop vector
            for (int i = row * (n / 100); i < (row + 1) * (n / 100); i++) {
                int bin = key[i] / 2;
                if (bin % 3)
#pragma acc atomic
                    h[bin] -= i;
            }
        }
    }
}

// In kernels nobody says atomic.
static void found(int n, const unsigned char *restrict key, long h[restrict BINS])
{
#pragma acc kernels copyin(key[0:n]) copy(h[0:BINS])
    for (int i = 0; i < n; i++)
        h[key[i]] += i;
}

// The elements that are touched are known: a remainder.
static void remainders(int n, const int *restrict v, unsigned long long *restrict h)
{
#pragma acc parallel loop copyin(v[0:n]) copy(h[0:128])
    for (int i = 0; i < n; i++) {
#pragma acc atomic update
        h[v[i] & 127] ^= (unsigned long long)i << 20;
    }
}

static int all_bits[BINS], any_bits[BINS], largest[BINS];
static long least[BINS];

static void others(int n)
{
#pragma acc parallel loop gang worker vector
    for (int i = 0; i < n; i++) {
#pragma acc atomic update
        all_bits[k[i]] &= ~(1 << i % 30);
#pragma acc atomic update
        any_bits[k[i]] = any_bits[k[i]] | values[i];
    }
#pragma acc kernels
    for (int i = 0; i < n; i++) {
        if (values[i] > largest[k[i]])
            largest[k[i]] = values[i];
        least[k[i]] = values[i] < least[k[i]] ? values[i] : least[k[i]];
    }
}

// Clauses: the loops accumulate, and that is all.
static int by_clause[BINS];

static void clauses(int n, long *tail)
{
#pragma acc parallel loop reduction(+ : by_clause)
    for (int i = 0; i < n; i++)
        by_clause[k[i]] += 3;
#pragma acc parallel copyin(values) reduction(max : tail[0:BINS])
#pragma acc loop gang vector
    for (int i = 0; i < n; i++)
        tail[k[i]] = tail[k[i]] > values[i] ? tail[k[i]] : values[i];
}

// The user wrote atomic, so sums of floating-point numbers may be rounded in any order; these are exact.
static void floats(int n, double *restrict h, float *restrict f)
{
#pragma acc parallel loop copy(h[0:BINS], f[0:BINS])
    for (int i = 0; i < n; i++) {
#pragma acc atomic update
        h[k[i]] += weights[i];
#pragma acc atomic update
        f[k[i]] -= 0.5f;
    }
}

static int counter[4] = {0, 0, 0, 2};
#pragma acc declare copyin(counter)

static int next(int v)
{
    return v + counter[3];
}

// No copies: each iteration has its own element; the old value is asked for; it is read as well; a function reads it.
static void none(int n, int *restrict own, int *restrict order)
{
#pragma acc parallel loop copy(own[0:BINS])
    for (int i = 0; i < BINS; i++) {
#pragma acc atomic update
        own[i] += i;
    }
    int taken[4] = {0};
#pragma acc parallel loop copy(order[0:n])
    for (int i = 0; i < n; i++) {
        int at;
#pragma acc atomic capture
        at = taken[i & 3]++;
        order[4 * at + (i & 3)] = 1;
    }
    int seen[8] = {0, 0, 0, 0, 0, 0, 0, 5};
#pragma acc parallel loop
    for (int i = 0; i < n; i++) {
#pragma acc atomic update
        seen[i % 7] += seen[7];
    }
    SHOW("seen", seen, 8);
#pragma acc parallel loop
    for (int i = 0; i < n; i++) {
        int v = next(values[i]) & 1;
#pragma acc atomic update
        counter[v] += v + 1;
    }
#pragma acc update host(counter)
}

int main(void)
{
    static int h[BINS], own[BINS], order[N];
    static unsigned u[BINS];
    static long l[BINS], tail[BINS];
    static unsigned long long x[128];
    static double d[BINS];
    static float f[BINS];
    for (int i = 0; i < N; i++) {
        k[i] = (unsigned char)(i * 7919L % 197);
        values[i] = (int)(i * 104729L % 9973) - 5000;
        weights[i] = i % 64 * 0.25;
    }
    for (int i = 0; i < BINS; i++) {
        h[i] = i;
        all_bits[i] = -1;
        tail[i] = i * 50L;
        least[i] = -i * 20L;
        by_clause[i] = i;
    }
    counts(N, k, h);
    SHOW("counts", h, BINS);
    in_data(N, k, u);
    SHOW("in data", u, BINS);
    found(N, k, l);
    SHOW("found", l, BINS);
    remainders(N, values, x);
    SHOW("remainders", x, 128);
    others(N);
    SHOW("and", all_bits, BINS);
    SHOW("or", any_bits, BINS);
    SHOW("largest", largest, BINS);
    SHOW("least", least, BINS);
    clauses(N, tail);
    SHOW("clause", by_clause, BINS);
    SHOW("max", tail, BINS);
    floats(N, d, f);
    SHOW("double", d, BINS);
    SHOW("float", f, BINS);
    none(N, own, order);
    SHOW("own", own, BINS);
    SHOW("order", order, N);
    SHOW("counter", counter, 4);
    return 0;
}
