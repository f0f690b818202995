// tile on two loops: odd extents, steps of both signs, narrow and unsigned indices, `*`, bounds at run time.
// expect: device kernels=6
// expect: multicore host_kernels=6
#include "check.h"
#define N 45
#define M 70

static int a[N][M];

static void clear(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = 0;
}

/* Every iteration ran once, and no other. */
static void check(int i0, int i1, int istep, int j0, int j1, int jstep)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            int in = i >= i0 && i < i1 && (i - i0) % istep == 0 && j >= j0 && j < j1 && (j - j0) % jstep == 0;
            CHECK(a[i][j] == (in ? 1 + i * M + j : 0));
        }
    clear();
}

int main(int argc, char **argv)
{
    int n = N - 1 + argc - 1, m = M - 1 + argc - 1;
    (void)argv;
    #pragma acc parallel loop tile(8, 4) copy(a)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] += 1 + i * M + j;
    check(0, N, 1, 0, M, 1);

    #pragma acc parallel loop tile(*, *) copy(a)
    for (int i = 1; i < n; i++) {
        for (int j = m - 1; j > 0; j -= 1)
            a[i][j] += 1 + i * M + j;
    }
    check(1, n, 1, 1, m, 1);

    #pragma acc parallel loop gang vector tile(16, 2) copy(a)
    for (unsigned char i = 3; i <= 44; i += 3)
        for (short j = 68; j >= 2; j -= 6)
            a[i][j] += 1 + i * M + j;
    check(3, 45, 3, 2, 69, 6);

    #pragma acc parallel loop gang tile(5, 7) copy(a)
    for (unsigned long i = 2; i < (unsigned long)n; i += 2)
        for (long long j = 0; j != m - 1; j += 2) {
            if (j % 4 == 2)
                continue;
            a[i][j] += 1 + (int)i * M + (int)j;
        }
    check(2, n, 2, 0, m - 1, 4);

    #pragma acc parallel loop tile(64, 64) vector_length(32) num_gangs(2) copy(a)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] += 1 + i * M + j;
    check(0, N, 1, 0, M, 1);

    /* Nothing to do. */
    #pragma acc parallel loop tile(8, 8) copy(a)
    for (int i = 0; i < n; i++)
        for (int j = m; j < m - 3; j++)
            a[i][j] += 1;
    check(0, 0, 1, 0, 0, 1);
    return CHECKED();
}
