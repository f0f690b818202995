// What a thread sums up in one element, it sums up in a register, where its kernel's pointers can't be told apart by types: in kernels whose
// blocks wait for each other. Memory that overlaps, and elements that no iteration touches, are as in C.
// run: -O2 -ffp-contract=off
// report: run sequentially in each thread: it sums up
// report: One kernel whose blocks wait for each other steps through it
// launch: sums_held_steps_16 grid=1x1x1
// expect: device in_order=7
#include "check.h"
#include <string.h>
enum { N = 40, STEPS = 3 };
static double x[N], y[N + N], a[N * N], ours[2][N + N];

__attribute__((noinline)) static void steps(int all, int n, int m, double *p, double *q, double *b)
{
#pragma acc kernels
    for (int t = 0; t < all; t++) {
        for (int i = 0; i < n; i++)
            for (int k = 0; k < m; k++)
                q[i] += b[i * n + k] * p[k];
        for (int i = 0; i < n; i++)
            p[i] = q[i] / 8;
    }
}
static void plain(int all, int n, int m, double *p, double *q, double *b)
{
    for (int t = 0; t < all; t++) {
        for (int i = 0; i < n; i++)
            for (int k = 0; k < m; k++)
                q[i] += b[i * n + k] * p[k];
        for (int i = 0; i < n; i++)
            p[i] = q[i] / 8;
    }
}
static void start(void)
{
    for (int i = 0; i < N; i++) x[i] = i % 5, y[i] = y[N + i] = i % 3;
    for (int i = 0; i < N * N; i++) a[i] = i % 7 - 3;
}
static void keep(int which) { memcpy(ours[which], y, sizeof y); }

int main(void)
{
    start();
    plain(STEPS, N, N, x, y, a);
    keep(0);
    start();
    steps(STEPS, N, N, x, y, a);
    keep(1);
    CHECK(!memcmp(ours[0], ours[1], sizeof ours[0]));
    /* No sum has any element. */
    start();
    plain(STEPS, N, 0, x, y, a);
    keep(0);
    start();
    steps(STEPS, N, 0, x, y, a);
    keep(1);
    CHECK(!memcmp(ours[0], ours[1], sizeof ours[0]));
    /* One array is both. */
    start();
    plain(STEPS, N, N, y, y, a);
    keep(0);
    start();
    steps(STEPS, N, N, y, y, a);
    keep(1);
    CHECK(!memcmp(ours[0], ours[1], sizeof ours[0]));
    return CHECKED();
}
