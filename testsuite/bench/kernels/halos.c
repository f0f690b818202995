// Stencils as they are, whose points each iteration reads from the first cache, and with `cache`, which has a block's points and their halo in shared memory. Why that
// is left to the user: docs/TRANSFORMATIONS.md, "Stencils stay in the caches".
// kernel: halos_five_13 grid=16x64x1 block=32x4x1 shared=0 sectors=79000 requests=16300 issued=253000 percent=100 lanes=99 idle=2
// kernel: halos_five_cached_20 grid=16x8x1 block=32x8x1 shared=4624 sectors=27400 requests=25700 issued=272000 percent=100 lanes=99 idle=2
// kernel: halos_box_29 grid=16x64x1 block=32x4x1 shared=0 sectors=492000 requests=101600 issued=436000 percent=100 lanes=99 idle=2
// kernel: halos_box_cached_43 grid=16x8x1 block=32x8x1 shared=5184 sectors=27800 requests=112100 issued=457200 percent=75 lanes=99 idle=2
enum { N = 258, M = 514 };
static float a[N + 8][M + 8], b[N + 8][M + 8], want[N + 8][M + 8];

static void five(int n, int m, float (*restrict a)[M + 8], float (*restrict b)[M + 8])
{
#pragma acc kernels present(a[0:n], b[0:n])
    for (int i = 2; i < n - 2; i++)
        for (int j = 2; j < m - 2; j++)
            b[i][j] = 0.25f * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}
static void five_cached(int n, int m, float (*restrict a)[M + 8], float (*restrict b)[M + 8])
{
#pragma acc kernels present(a[0:n], b[0:n])
    for (int i = 2; i < n - 2; i++)
        for (int j = 2; j < m - 2; j++) {
#pragma acc cache(a[i - 1:3][j - 1:3])
            b[i][j] = 0.25f * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
        }
}
static void box(int n, int m, float (*restrict a)[M + 8], float (*restrict b)[M + 8])
{
#pragma acc kernels present(a[0:n], b[0:n])
    for (int i = 2; i < n - 2; i++)
        for (int j = 2; j < m - 2; j++) {
            float s = 0;
#pragma acc loop seq
            for (int p = -2; p <= 2; p++)
#pragma acc loop seq
                for (int q = -2; q <= 2; q++)
                    s += a[i + p][j + q];
            b[i][j] = s / 25;
        }
}
static void box_cached(int n, int m, float (*restrict a)[M + 8], float (*restrict b)[M + 8])
{
#pragma acc kernels present(a[0:n], b[0:n])
    for (int i = 2; i < n - 2; i++)
        for (int j = 2; j < m - 2; j++) {
#pragma acc cache(a[i - 2:5][j - 2:5])
            float s = 0;
#pragma acc loop seq
            for (int p = -2; p <= 2; p++)
#pragma acc loop seq
                for (int q = -2; q <= 2; q++)
                    s += a[i + p][j + q];
            b[i][j] = s / 25;
        }
}
int main(void)
{
    int bad = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = (i * 5 + j * 3) % 16;
#pragma acc data copyin(a) copy(b)
    {
        five(N, M, a, b);
#pragma acc update host(b)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                want[i][j] = b[i][j], b[i][j] = 0;
#pragma acc update device(b)
        five_cached(N, M, a, b);
#pragma acc update host(b)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                bad += want[i][j] != b[i][j];
        box(N, M, a, b);
#pragma acc update host(b)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                want[i][j] = b[i][j], b[i][j] = 0;
#pragma acc update device(b)
        box_cached(N, M, a, b);
#pragma acc update host(b)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                bad += want[i][j] != b[i][j];
    }
    return bad != 0;
}
