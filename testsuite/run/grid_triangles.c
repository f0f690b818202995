// Loops whose bounds depend on the loops around them: the grid has as many blocks as the longest of their turns needs.
// launch: grid_triangles_upper_20 grid=4x25x1 block=32x4x1
// launch: grid_triangles_lower_28 grid=4x25x1 block=32x4x1
// launch: grid_triangles_band_37 grid=1x25x1 block=32x4x1
// launch: grid_triangles_wedge_45 grid=7x25x1 block=32x4x1
// launch: grid_triangles_down_53 grid=4x25x1 block=32x4x1
// launch: grid_triangles_steps_62 grid=3x13x1 block=32x4x1
// launch: grid_triangles_chain_71 grid=20x5x1 block=32x4x1
// launch: grid_triangles_none_81 grid=1x1x1 block=32x4x1
// expect: device kernels=8 in_order=0
// expect: multicore host_kernels=8 in_order=0
#include <stdio.h>

enum { N = 100, M = 20 };
static double a[N][2 * N + 20], c[M][M][M];

static void upper(int n)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            a[i][j] += 1;
}

static void lower(int n)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            a[i][j] += 2;
}

// As long in each turn.
static void band(int n)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = i; j < i + 20; j++)
            a[i][j] += i;
}

static void wedge(int n)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = n - i; j < n + i; j++)
            a[i][j] -= j;
}

static void down(int n)
{
#pragma acc kernels
    for (int i = n - 1; i >= 0; i--)
        for (int j = n - 1; j > i; j--)
            a[i][j] *= 2;
}

// Unsigned, with steps.
static void steps(unsigned n)
{
#pragma acc kernels
    for (unsigned i = 0; i < n; i += 2)
        for (unsigned j = 2 * i; j < 2 * n; j += 3)
            a[i][j] += 0.5;
}

// Each loop depends on the one around it.
static void chain(int n)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            for (int k = j; k < n; k++)
                c[i][j][k] += i + j + k;
}

// No iterations at all.
static void none(int n)
{
#pragma acc kernels
    for (int i = n; i < 0; i++)
        for (int j = i; j < i * 2; j++)
            a[i][j] = 0;
}

int main(void)
{
    upper(N);
    lower(N);
    band(N);
    wedge(N);
    down(N);
    steps(N);
    chain(M);
    none(3);
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 2 * N + 20; j++)
            s += a[i][j] * (i + 3 * j);
    for (int i = 0; i < M * M * M; i++)
        s += c[i / (M * M)][i / M % M][i % M] * (i % 17);
    printf("%.17g\n", s);
    return 0;
}
