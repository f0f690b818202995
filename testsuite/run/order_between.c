// Loops in order between two parallel ones, as in the listing that the PGI articles annotate: each thread runs them for itself, so that both parallel
// loops get blocks and threads, and no thread waits for another. Where an iteration needs what its neighbour has done, they stay where they are.
// report: on devices the loop at line 19 runs sequentially in each thread, whose memory is its own: it stands inside this one
// report: on devices the loops at lines 40 and 41 run sequentially in each thread, whose memory is its own: it stands inside this one
// report: #pragma acc loop gang vector(32) /* blockIdx.x threadIdx.x */
// expect: device in_order=0
#include "check.h"
#include <string.h>

enum { M = 21, N = 45, P = 13 };
static float a[M][N], b[P][N], c[M][P], wanted[M][N];

static void listing(void)
{
#pragma acc region
    {
#pragma acc for parallel
        for (int j = 0; j < M; ++j)
            for (int k = 0; k < P; ++k)
#pragma acc for parallel, vector(32)
                for (int i = 0; i < N; ++i)
                    a[j][i] = a[j][i] + b[k][i] * c[j][k];
    }
}

/* Pointers that may overlap: asked, and otherwise in order. */
static void plain(int m, int n, int p, float *x, const float *y, const float *z)
{
#pragma acc kernels
    for (int j = 0; j < m; ++j)
        for (int k = 0; k < p; ++k)
            for (int i = 0; i < n; ++i)
                x[j * N + i] -= y[k * N + i] * z[j * P + k];
}

static void twice(void)
{
#pragma acc kernels
    for (int j = 0; j < M; ++j)
        for (int t = 0; t < 3; ++t)
            for (int k = P - 1; k >= 0; --k)
                for (int i = 0; i < N; ++i)
                    a[j][i] = a[j][i] * 0.5f + b[k][i] * t;
}

/* A neighbour's element of the turn before: threads wait for each other. */
static void neighbours(void)
{
#pragma acc kernels
    for (int j = 0; j < M; ++j)
        for (int k = 0; k < P; ++k)
            for (int i = 0; i < N - 1; ++i)
                if (k % 2)
                    a[j][i] += wanted[j][i + 1] * b[k][i];
                else
                    wanted[j][i] += c[j][k];
}

/* The number of rounds is the row's own, and a scalar goes on from round to round. */
static void rounds(const int *many)
{
#pragma acc kernels
    for (int j = 0; j < M; ++j)
        for (int k = 0; k < many[j]; ++k)
            for (int i = 0; i < N; ++i)
                a[j][i] += k * b[k][i];
}

static void fill(void)
{
    for (int j = 0; j < M; j++)
        for (int i = 0; i < N; i++)
            a[j][i] = wanted[j][i] = (j * 3 + i) % 7;
    for (int k = 0; k < P; k++)
        for (int i = 0; i < N; i++)
            b[k][i] = (k + i) % 5 - 2;
    for (int j = 0; j < M; j++)
        for (int k = 0; k < P; k++)
            c[j][k] = (j * k) % 4;
}

int main(void)
{
    static float x[M][N], near[M][N];
    int many[M];
    fill();
    listing();
    for (int j = 0; j < M; j++)
        for (int k = 0; k < P; k++)
            for (int i = 0; i < N; i++)
                wanted[j][i] += b[k][i] * c[j][k];
    CHECK(!memcmp(a, wanted, sizeof a));

    plain(M, N, P, &a[0][0], &b[0][0], &c[0][0]);
    for (int j = 0; j < M; j++)
        for (int k = 0; k < P; k++)
            for (int i = 0; i < N; i++)
                wanted[j][i] -= b[k][i] * c[j][k];
    CHECK(!memcmp(a, wanted, sizeof a));

    twice();
    for (int j = 0; j < M; j++)
        for (int t = 0; t < 3; t++)
            for (int k = P - 1; k >= 0; k--)
                for (int i = 0; i < N; i++)
                    wanted[j][i] = wanted[j][i] * 0.5f + b[k][i] * t;
    CHECK(!memcmp(a, wanted, sizeof a));

    fill();
    memcpy(x, a, sizeof a);
    memcpy(near, wanted, sizeof near);
    neighbours();
    for (int j = 0; j < M; j++)
        for (int k = 0; k < P; k++)
            for (int i = 0; i < N - 1; i++)
                if (k % 2)
                    x[j][i] += near[j][i + 1] * b[k][i];
                else
                    near[j][i] += c[j][k];
    CHECK(!memcmp(a, x, sizeof a) && !memcmp(wanted, near, sizeof near));

    for (int j = 0; j < M; j++)
        many[j] = j % P;
    rounds(many);
    for (int j = 0; j < M; j++)
        for (int k = 0; k < many[j]; k++)
            for (int i = 0; i < N; i++)
                x[j][i] += k * b[k][i];
    CHECK(!memcmp(a, x, sizeof a));
    return CHECKED();
}
