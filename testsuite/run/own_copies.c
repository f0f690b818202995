// On the cores parts of a loop's iterations have copies of what they do nothing with but update it atomically, and of arrays that a clause reduces. The
// copies are as long as the arrays, begin where these begin, and what nobody updates stays as it was, a negative zero too.
// report: on the host's cores, parts of the iterations have copies of counts[0:bins], which are combined behind the loop
// report: on the host's cores, parts of the iterations have copies of h[from:bins], which are combined behind the loop
// report: on the host's cores, parts of the iterations have copies of sums[0:7], total, all, any, odd, product, which are combined behind the loop
// report: on the host's cores, parts of the iterations have copies of image, small, which are combined behind the loop
// report: on the host's cores, parts of the iterations have copies of forces[0:n], which are combined behind the loop
// report: on the host's cores, parts of the iterations have copies of h[0:n], which are combined behind the loop
// expect: device kernels=18
// expect: multicore host_kernels=18
// again: ACCRS_LEAST_WORK=50000
// again: OMP_NUM_THREADS=1
// again: OMP_NUM_THREADS=3
#include "check.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 3000 };

static int key[N];
static float weight[N];

/* The number of elements is known when it runs, and the clause stands on a construct around. */
static void outside(int n, int bins, int *counts)
{
#pragma acc data copy(counts[0:bins]) copyin(key[0:n])
    {
#pragma acc parallel loop present(counts, key)
        for (int i = 0; i < n; i++) {
#pragma acc atomic update
            counts[key[i] % bins]++;
        }
    }
}

/* Elements that don't begin with the first one; a loop that goes down, by three. */
static void part(int n, int from, int bins, long *h)
{
#pragma acc parallel loop copy(h[from:bins]) copyin(key[0:n])
    for (int i = n - 1; i >= 0; i -= 3) {
#pragma acc atomic
        h[from + key[i] % bins] -= 2L * i;
    }
}

/* Scalars by all operators, an array of floating-point numbers, a sum by a clause, a private variable. */
static double several(int n, double sums[7], long *totals, unsigned bits[3], float *products)
{
    double mean = 0, own;
    long total = totals[0];
    unsigned all = bits[0], any = bits[1], odd = bits[2];
    float product = *products;
#pragma acc parallel loop copy(sums[0:7], total, all, any, odd, product) copyin(key[0:n], weight[0:n]) reduction(+:mean) private(own)
    for (int i = 0; i < n; i++) {
        own = weight[i] * 0.5;
        mean += own;
        if (key[i] % 3 != 0) {
#pragma acc atomic update
            sums[key[i] % 7] += own;
        }
#pragma acc atomic
        total += key[i];
#pragma acc atomic
        all &= ~(1u << key[i] % 17);
#pragma acc atomic
        any |= 1u << key[i] % 13;
#pragma acc atomic
        odd ^= (unsigned)key[i];
        if (i % 1000 == 0) {
#pragma acc atomic
            product *= 2;
        }
    }
    *totals = total;
    bits[0] = all;
    bits[1] = any;
    bits[2] = odd;
    *products = product;
    return mean;
}

static long image[3][16];
static unsigned char small[32];

/* Arrays of arrays, and narrow numbers that wrap. A loop's variable that is declared before, as C89 has it. */
static void rows(int n)
{
    int i;
#pragma acc parallel loop copyin(key[0:n])
    for (i = 0; i < n; ++i) {
#pragma acc atomic
        image[key[i] % 3][key[i] % 16] += i;
#pragma acc atomic
        { small[key[i] % 32] += 7; }
    }
}

/* The pairs of a particle code: each updates two elements. */
static void pairs(int n, const double *restrict x, double *restrict forces)
{
#pragma acc parallel loop copy(forces[0:n]) copyin(x[0:n])
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            double f = x[i] - x[j];
#pragma acc atomic
            forces[i] += f;
#pragma acc atomic
            forces[j] -= f;
        }
}

/* A clause reduces the array. */
static void reduced(int n, int m, double *h)
{
#pragma acc parallel loop reduction(+:h[0:n]) copy(h[0:n]) copyin(key[0:m])
    for (int i = 0; i < m; i++)
        h[key[i] % n] += 0.25;
}

/* By a pointer's only element. */
static void one(int n, float *s)
{
#pragma acc parallel loop copy(s[0:1]) copyin(key[0:n])
    for (int i = 0; i < n; i++) {
#pragma acc atomic
        *s += (float)(key[i] % 2);
    }
}

/* None of these may have copies: an iteration reads what it updates, or other elements of the array, elements are captured, or stored to, another name leads there, the loop's end is
 * updated, an operator differs. */
static int reads(int n, int *h, int *seen)
{
    int bad = 0;
#pragma acc parallel loop copy(h[0:4], seen[0:n]) reduction(+:bad)
    for (int i = 0; i < n; i++) {
#pragma acc atomic
        h[i % 4] += 1;
        int now;
#pragma acc atomic read
        now = h[i % 4];
        bad += now < 1;
        seen[i] = now;
    }
    return bad;
}

static void other_elements(int n, int *h, int *seen)
{
#pragma acc parallel loop copy(h[0:8]) copyout(seen[0:n])
    for (int i = 0; i < n; i++) {
#pragma acc atomic
        h[i % 4] += 1;
        seen[i] = h[4 + i % 4];
    }
}

static int captured(int n, int *out)
{
    int count = 0;
#pragma acc parallel loop copy(count) copyout(out[0:n])
    for (int i = 0; i < n; i++) {
        int at;
#pragma acc atomic capture
        at = count++;
        out[at] = i;
    }
    return count;
}

static void two_operators(int n, int *h)
{
#pragma acc parallel loop copy(h[0:2])
    for (int i = 0; i < n; i++) {
        if (i % 2 == 0) {
#pragma acc atomic
            h[0] |= 1 << i % 8;
        } else {
#pragma acc atomic
            h[1] += 1;
        }
    }
}

static void own_element(int n, int *h, int *g)
{
#pragma acc parallel loop deviceptr(h, g)
    for (int i = 0; i < n; i++) {
#pragma acc atomic
        h[i] += 5;
        g[i] = g[i] * 2;
    }
}

static void by_own_name(int n, int *h)
{
    int *const g = h;
#pragma acc kernels loop independent copy(h[0:n])
    for (int i = 0; i < n; i++) {
#pragma acc atomic
        h[i] += 5;
        g[i] = g[i] * 2;
    }
}

/* A function that is called updates it as well. */
static int calls_seen;
#pragma acc declare create(calls_seen)
#pragma acc routine seq
static int call(int i)
{
#pragma acc atomic
    calls_seen += 1;
    return i;
}

static int called(int n)
{
    int twice = 0;
    calls_seen = 0;
#pragma acc update device(calls_seen)
#pragma acc parallel loop copy(twice)
    for (int i = 0; i < n; i++) {
#pragma acc atomic
        calls_seen += 1;
#pragma acc atomic
        twice += call(i) >= 0;
    }
#pragma acc update self(calls_seen)
    return calls_seen == 2 * n && twice == n;
}

/* One queue beside another: both update the same elements. */
static void beside(int n, int *h)
{
#pragma acc data copy(h[0:5])
    {
#pragma acc parallel loop present(h[0:5]) async(1)
        for (int i = 0; i < n; i++) {
#pragma acc atomic
            h[i % 5]++;
        }
#pragma acc parallel loop present(h[0:5]) async(2)
        for (int i = 0; i < n; i++) {
#pragma acc atomic
            h[i % 5] += 2;
        }
#pragma acc wait
    }
}

/* Tile by tile the elements differ; the clause around names all of them. */
static void in_rows(int rows, int bins, int *h)
{
#pragma acc parallel loop gang copy(h[0:rows*bins]) copyin(key[0:N])
    for (int r = 0; r < rows; r++) {
#pragma acc loop vector
        for (int i = 0; i < N / rows; i++) {
#pragma acc atomic
            h[r * bins + key[r * (N / rows) + i] % bins]++;
        }
    }
}

static void test_several(void)
{
    double sums[7] = {0, 1, 2, 3, 4, 5, -0.0}, want[7], mean = 0;
    long total = 5, want_total = 5;
    unsigned bits[3] = {0xffffffff, 8, 3}, all = bits[0], any = bits[1], odd = bits[2];
    float product = 3, want_product = 3;
    memcpy(want, sums, sizeof sums);
    for (int i = 0; i < N; i++) {
        mean += weight[i] * 0.5;
        if (key[i] % 3 != 0)
            want[key[i] % 7] += weight[i] * 0.5;
        want_total += key[i];
        all &= ~(1u << key[i] % 17);
        any |= 1u << key[i] % 13;
        odd ^= (unsigned)key[i];
        if (i % 1000 == 0)
            want_product *= 2;
    }
    CHECK(several(N, sums, &total, bits, &product) == mean);
    CHECK(memcmp(sums, want, sizeof sums) == 0);
    CHECK(total == want_total && product == want_product);
    CHECK(bits[0] == all && bits[1] == any && bits[2] == odd);
    // Nothing is added to it.
    sums[6] = -0.0;
    several(0, sums, &total, bits, &product);
    CHECK(signbit(sums[6]));
}

static void test_arrays(void)
{
    int *counts = calloc(50, sizeof *counts), *want = calloc(50, sizeof *want);
    long h[40] = {0}, want_h[40] = {0}, want_image[3][16] = {{0}};
    unsigned char want_small[32] = {0};
    for (int i = 0; i < N; i++) {
        want[key[i] % 50]++;
        if ((N - 1 - i) % 3 == 0)
            want_h[10 + key[i] % 20] -= 2L * i;
        want_image[key[i] % 3][key[i] % 16] += i;
        want_small[key[i] % 32] += 7;
    }
    outside(N, 50, counts);
    CHECK(memcmp(counts, want, 50 * sizeof *want) == 0);
    part(N, 10, 20, h);
    CHECK(memcmp(h, want_h, sizeof h) == 0);
    rows(N);
    CHECK(memcmp(image, want_image, sizeof image) == 0);
    CHECK(memcmp(small, want_small, sizeof small) == 0);
    free(counts);
    free(want);
}

static void test_numbers(void)
{
    enum { M = 60 };
    double x[M], forces[M] = {0}, want[M] = {0}, h[30] = {0}, want_h[30] = {0};
    float s = 0.5f, want_s = 0.5f;
    for (int i = 0; i < M; i++)
        x[i] = key[i];
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            want[i] += x[i] - x[j];
    pairs(M, x, forces);
    CHECK(memcmp(forces, want, sizeof want) == 0);
    for (int i = 0; i < N; i++) {
        want_h[key[i] % 30] += 0.25;
        want_s += (float)(key[i] % 2);
    }
    reduced(30, N, h);
    CHECK(memcmp(h, want_h, sizeof h) == 0);
    one(N, &s);
    CHECK(s == want_s);
}

static void test_others(void)
{
    int h[5] = {0}, seen[400], out[400], bits[2] = {0}, rows[120] = {0}, want[120] = {0};
    CHECK(reads(400, h, seen) == 0);
    CHECK(h[0] == 100 && h[1] == 100 && h[2] == 100 && h[3] == 100);
    int most = 0;
    for (int i = 0; i < 400; i++)
        most = seen[i] > most ? seen[i] : most;
    CHECK(most == 100);
    int half[8] = {0, 0, 0, 0, 4, 5, 6, 7};
    other_elements(400, half, seen);
    for (int i = 0; i < 400; i++)
        CHECK(seen[i] == 4 + i % 4 && half[i % 4] == 100);
    CHECK(captured(400, out) == 400);
    long sum = 0;
    for (int i = 0; i < 400; i++)
        sum += out[i];
    CHECK(sum == 399 * 200);
    two_operators(400, bits);
    CHECK(bits[0] == 0x55 && bits[1] == 200);
    CHECK(called(300));
    memset(h, 0, sizeof h);
    beside(1000, h);
    for (int i = 0; i < 5; i++)
        CHECK(h[i] == 600);
    in_rows(4, 30, rows);
    for (int i = 0; i < N; i++)
        want[i / (N / 4) * 30 + key[i] % 30]++;
    CHECK(memcmp(rows, want, sizeof want) == 0);
}

static void test_one_memory(void)
{
    int h[100], both[100];
    for (int i = 0; i < 100; i++)
        h[i] = both[i] = i;
#pragma acc data copy(both)
    {
#pragma acc host_data use_device(both)
        own_element(100, both, both);
    }
    by_own_name(100, h);
    for (int i = 0; i < 100; i++)
        CHECK(h[i] == 2 * (i + 5) && both[i] == 2 * (i + 5));
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        key[i] = (int)(((unsigned)i * 2654435761u) >> 16);
        weight[i] = (float)(key[i] % 64);
    }
    test_several();
    test_arrays();
    test_numbers();
    test_others();
    test_one_memory();
    return CHECKED();
}
