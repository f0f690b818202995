// Loops in order that are unrolled around nests that the cores would go through in another form: copies of a body are its text, in which the
// loop's variable is another one, so these nests stay as they are there.
// run: -O2 -ffp-contract=off
// env: ACCRS_TILES=4x8
// report: unrolled by 2, with a remainder
// report: unrolled by 3, with a remainder
// expect: multicore host_kernels=2 in_tiles=0
#include "check.h"
#include <string.h>

enum { N = 70, B = 7 };
static double C[B + 2][N][N], z[B + 1][N], A[N][N], wanted[B + 2][N][N], wanted_z[B + 1][N];

#define SWEEPS                                                                                            \
    for (int b = 0; b < B; b++) {                                                                         \
        C[b][0][0] = C[b + 1][n - 1][n - 1] + 1;                                                          \
        for (int i = 1 + b; i < n; i++)                                                                   \
            for (int j = 1; j < n; j++)                                                                   \
                C[b][i][j] = C[b][i][j] / 3 + C[b][i - 1][j] * 0.3 + C[b][i][j - 1] * 0.2;                \
        z[b][0] = C[b][n - 1][n - 1];                                                                     \
        C[b + 1][1][1] = z[b][0];                                                                         \
    }

#define TRIANGLES                                                                                         \
    for (int b = 0; b < B; b++) {                                                                         \
        PRAGMA(acc loop seq)                                                                              \
        for (int i = 0; i < n; i++) {                                                                     \
            for (int k = 0; k < i; k++)                                                                   \
                z[b][i] -= A[i][k] * z[b][k] * 0.01;                                                      \
            z[b][i] /= 2;                                                                                 \
        }                                                                                                 \
        z[b + 1][b] = z[b][n - 1];                                                                        \
    }

static void sweeps(int n)
{
#pragma acc kernels
    {
#pragma acc loop seq unroll(2)
        SWEEPS
    }
}

static void triangles(int n)
{
#pragma acc parallel num_gangs(1) vector_length(1)
    {
#pragma acc loop seq unroll(3)
        TRIANGLES
    }
}

static void plain(int n)
{
    SWEEPS
    TRIANGLES
}

static void fill(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            A[i][j] = (i * 3 + j * 5) % 11 / 16.0 - 0.3;
    for (int b = 0; b < B + 2; b++)
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++)
                C[b][i][j] = b + j % 5;
            z[b < B ? b : B][i] = b + i % 3;
        }
}

int main(void)
{
    fill();
    plain(N);
    memcpy(wanted, C, sizeof C);
    memcpy(wanted_z, z, sizeof z);
    fill();
    sweeps(N);
    triangles(N);
    CHECK(!memcmp(wanted, C, sizeof C));
    for (int b = 0; b <= B; b++)
        for (int i = 0; i < N; i++)
            CHECK(z[b][i] - wanted_z[b][i] < 1e-9 && wanted_z[b][i] - z[b][i] < 1e-9);
    return CHECKED();
}
