// Coalescing by interchange: threads go along memory, whichever loop is written inside.
// expect: device kernels=3
// launch: rstream4_1_interchange_inside_15 grid=7x75x1 block=32x4x1
// launch: rstream4_1_interchange_outside_23 grid=7x75x1 block=32x4x1
// launch: rstream4_1_interchange_across_31 grid=7x10x1 block=32x8x1
// report: through shared memory
#include "../run/check.h"

enum { N = 300, M = 200 };
static float a[N][M], b[M][N], c[N][M];

static void inside(void)
{
#pragma acc kernels
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            c[i][j] = a[i][j] + 1;
}

static void outside(void)
{
#pragma acc kernels
    for (int j = 0; j < M; j++)
        for (int i = 0; i < N; i++)
            a[i][j] = 2 * c[i][j];
}

static void across(void)
{
#pragma acc kernels
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            b[j][i] = a[i][j];
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = (float)(i - j);
    inside(), outside(), across();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            CHECK(b[j][i] == 2 * (float)(i - j + 1));
    return CHECKED();
}
