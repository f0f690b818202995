// Several parts of one array in reductions: each has its own result, and what lies between them is neither read nor written. Parts that
// follow each other with one operator are one; others are one copy with pieces on a device, and in order on the cores.
// run: -O2
// env: OMP_NUM_THREADS=3
// expect: device kernels=10
// expect: multicore host_kernels=10
#include "check.h"
#include <math.h>
#include <stdlib.h>
#define N 1000

static double file_wide[6];

static void elements(void)
{
    int g[2] = {3, 4}, m[6] = {0, 0, -7, -8, 0, 0};
    #pragma acc parallel loop reduction(+:g[0], g[1])
    for (int i = 0; i < N; i++) {
        g[0] += 1;
        g[1] += i;
    }
    #pragma acc parallel loop reduction(+:m[0:2], m[4:2])
    for (int i = 0; i < N; i++) {
        m[i % 2] += 1;
        m[4 + i % 2] += i;
    }
    CHECK(g[0] == 3 + N && g[1] == 4 + N * (N - 1) / 2);
    CHECK(m[0] == N / 2 && m[1] == N / 2 && m[2] == -7 && m[3] == -8 && m[4] == 249500 && m[5] == 250000);
}

static void operators(void)
{
    int m[5] = {1, 20, 3000, 4, 5};
    #pragma acc parallel loop reduction(+:m[0]) reduction(max:m[2]) reduction(min:m[1], m[4])
    for (int i = 0; i < N; i++) {
        m[0] += 1;
        if (i * 7 > m[2])
            m[2] = i * 7;
        m[1] = i - 5 < m[1] ? i - 5 : m[1];
        m[4] = i + 9 < m[4] ? i + 9 : m[4];
    }
    CHECK(m[0] == 1 + N && m[2] == 7 * (N - 1) && m[1] == -5 && m[4] == 5 && m[3] == 4);
    // A part in a file's array; NaN and -0.0 between the parts stay.
    file_wide[1] = NAN;
    file_wide[3] = -0.0;
    #pragma acc parallel loop reduction(max:file_wide[0]) reduction(+:file_wide[2], file_wide[4:2])
    for (int i = 0; i < N; i++) {
        if (i > file_wide[0])
            file_wide[0] = i;
        file_wide[2] += 0.5;
        file_wide[4 + (i & 1)] += i;
    }
    CHECK(file_wide[0] == N - 1 && file_wide[2] == N / 2 && file_wide[4] == 249500 && file_wide[5] == 250000);
    CHECK(isnan(file_wide[1]) && signbit(file_wide[3]));
}

// Bounds that are known when it runs, and no array but what a pointer leads to.
static void bounds(float *p, int a, int b, int n)
{
    #pragma acc parallel loop reduction(+:p[a:n], p[b:n])
    for (int i = 0; i < N; i++) {
        p[a + i % n] += 1;
        p[b + i % n] += 2;
    }
}

static void present(int n, long *p)
{
    #pragma acc data copy(p[0:n])
    {
        #pragma acc parallel loop gang vector present(p) reduction(+:p[n - 1], p[1])
        for (int i = 0; i < N; i++) {
            p[1] += i;
            p[n - 1] += 1;
        }
        #pragma acc parallel num_gangs(8) present(p)
        #pragma acc loop gang worker vector reduction(|:p[0]) reduction(+:p[2])
        for (int i = 0; i < N; i++) {
            p[0] |= 1L << i % 40;
            p[2] += 3;
        }
    }
    CHECK(p[1] == 1 + N * (N - 1L) / 2 && p[n - 1] == N + n - 1 && p[0] == (1L << 40) - 1 && p[2] == 2 + 3 * N && p[3] == 3);
}

static void rows(void)
{
    int c[3][4] = {{0}};
    #pragma acc kernels loop reduction(+:c[1][0], c[1][2], c[0][3])
    for (int i = 0; i < N; i++) {
        c[1][0] += 1;
        c[1][2] += 2;
        c[0][3] += 3;
    }
    #pragma acc parallel loop reduction(+:c[2][0:2]) reduction(max:c[2][3:1])
    for (int i = 0; i < N; i++) {
        c[2][i & 1] += 1;
        c[2][3] = c[2][3] > i ? c[2][3] : i;
    }
    CHECK(c[1][0] == N && c[1][2] == 2 * N && c[0][3] == 3 * N && c[0][0] == 0 && c[1][1] == 0);
    CHECK(c[2][0] == N / 2 && c[2][1] == N / 2 && c[2][2] == 0 && c[2][3] == N - 1);
}

// Loops inside of a parallel one reduce different parts.
static void inside(int *h)
{
    #pragma acc parallel loop gang reduction(+:h[0:2], h[5:3])
    for (int i = 0; i < 20; i++) {
        #pragma acc loop vector reduction(+:h[0:2])
        for (int j = 0; j < 50; j++)
            h[j & 1] += 1;
        #pragma acc loop vector reduction(+:h[5:3])
        for (int j = 0; j < 60; j++)
            h[5 + j % 3] += i;
    }
    CHECK(h[0] == 500 && h[1] == 500 && h[2] == 0 && h[4] == 0 && h[5] == 3800 && h[7] == 3800);
}

int main(void)
{
    elements();
    operators();
    float *p = malloc(12 * sizeof *p);
    for (int i = 0; i < 12; i++)
        p[i] = (float)i;
    bounds(p, 7, 2, 3);
    CHECK(p[7] == 7 + 334 && p[8] == 8 + 333 && p[2] == 2 + 668 && p[4] == 4 + 666 && p[6] == 6 && p[10] == 10);
    free(p);
    long q[5] = {0, 1, 2, 3, 4};
    present(5, q);
    rows();
    int h[8] = {0};
    inside(h);
    return CHECKED();
}
