// Loops that start from their variable's own value: what iterations share is still shared, with atomic sums, reductions, orders; lanes read the start before
// they have a variable of that name.
// run: -O2 -Wno-openacc
// env: OMP_NUM_THREADS=3 ACCRS_LEAST_WORK=0
// expect: device kernels=5
#include "check.h"

enum { N = 400 };
static struct ends { int lo, hi; } ends;
static int in[N], held[N], hist[8];

static void sum_of_member(struct ends *q, int i, int m)
{
#pragma acc kernels copy(q[0:1])
    for (i = i - 1; i >= 0; i--)
        for (int k = m - 1; k >= 2; k--)
            q->lo += in[k] & 1;
}

static void bins(int n)
{
#pragma acc kernels
    while (n--)
        hist[in[n]] += n;
}

static void carried(int i, int n)
{
#pragma acc kernels
    for (i = i + 1; i < n; i++)
        held[i] = held[i - 1] + in[i];
}

static void lanes(int n, int first)
{
#pragma acc parallel loop gang
    for (int k = 0; k < n; k++) {
        int i = first + k;
#pragma acc loop vector
        for (i = i + 0; i < k + 40; i++)
            held[i + k * 40] |= i < 0;
    }
}

static void same_element(int i, int n)
{
#pragma acc kernels
    for (i = i + 2; i < n; i += 3)
        held[3] = held[3] * 2 % 1009 + in[i];
}

int main(void)
{
    for (int p = 0; p < N; p++)
        in[p] = p * 5 % 7, held[p] = p;
    ends.lo = 5;
    sum_of_member(&ends, 30, 200);
    bins(N);
    carried(10, 50);
    lanes(5, 3);
    same_element(1, N);
    int lo = 5, last = 3;
    int bin[8] = { 0 };
    for (int k = 2; k < 200; k++)
        lo += 30 * (in[k] & 1);
    for (int p = 0; p < N; p++)
        bin[in[p]] += p;
    CHECK(ends.lo == lo);
    for (int k = 0; k < 8; k++)
        CHECK(hist[k] == bin[k]);
    for (int i = 11, before = 10; i < 50; i++) {
        before += in[i];
        CHECK(held[i] == before);
    }
    for (int i = 3; i < N; i += 3)
        last = last * 2 % 1009 + in[i];
    CHECK(held[3] == last);
    return CHECKED();
}
