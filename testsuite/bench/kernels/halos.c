// Stencils as they are, whose points each iteration reads from the first cache, and by hand with a block's points and their halo in shared memory. Why the compiler
// leaves them as they are: docs/TRANSFORMATIONS.md, "Stencils stay in the caches".
// kernel: halos_five_13 grid=16x64x1 block=32x4x1 shared=0 sectors=79000 requests=16300 issued=253000 percent=100 lanes=99 idle=2
// kernel: halos_five_staged_20 block=32x8x1 sectors=31600 requests=36700 issued=790000 lanes=80 idle=2
// kernel: halos_box_42 grid=16x64x1 block=32x4x1 shared=0 sectors=492000 requests=101600 issued=436000 percent=100 lanes=99 idle=2
// kernel: halos_box_staged_56 block=32x8x1 sectors=36600 requests=126100 issued=941000 lanes=80 idle=2
enum { N = 258, M = 514, TX = 32, TY = 8, H = 2 };
static float a[N + 8][M + 8], b[N + 8][M + 8], want[N + 8][M + 8];

static void five(int n, int m, float (*restrict a)[M + 8], float (*restrict b)[M + 8])
{
#pragma acc kernels present(a[0:n], b[0:n])
    for (int i = 2; i < n - 2; i++)
        for (int j = 2; j < m - 2; j++)
            b[i][j] = 0.25f * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}
static void five_staged(int n, int m, float (*restrict a)[M + 8], float (*restrict b)[M + 8])
{
    float t[TY + 2][TX + 2];
#pragma acc parallel loop gang collapse(2) num_workers(TY) vector_length(TX) private(t) present(a[0:n], b[0:n])
    for (int it = 2; it < n - 2; it += TY)
        for (int jt = 2; jt < m - 2; jt += TX) {
#pragma acc loop worker
            for (int i = 0; i < TY + 2; i++) {
#pragma acc loop vector
                for (int j = 0; j < TX + 2; j++)
                    if (it + i - 1 < n && jt + j - 1 < m)
                        t[i][j] = a[it + i - 1][jt + j - 1];
            }
#pragma acc loop worker
            for (int i = 0; i < TY; i++) {
#pragma acc loop vector
                for (int j = 0; j < TX; j++)
                    if (it + i < n - 2 && jt + j < m - 2)
                        b[it + i][jt + j] = 0.25f * (t[i][j + 1] + t[i + 2][j + 1] + t[i + 1][j] + t[i + 1][j + 2]);
            }
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
static void box_staged(int n, int m, float (*restrict a)[M + 8], float (*restrict b)[M + 8])
{
    float t[TY + 4][TX + 4];
#pragma acc parallel loop gang collapse(2) num_workers(TY) vector_length(TX) private(t) present(a[0:n], b[0:n])
    for (int it = 2; it < n - 2; it += TY)
        for (int jt = 2; jt < m - 2; jt += TX) {
#pragma acc loop worker
            for (int i = 0; i < TY + 4; i++) {
#pragma acc loop vector
                for (int j = 0; j < TX + 4; j++)
                    if (it + i - 2 < n && jt + j - 2 < m)
                        t[i][j] = a[it + i - 2][jt + j - 2];
            }
#pragma acc loop worker
            for (int i = 0; i < TY; i++) {
#pragma acc loop vector
                for (int j = 0; j < TX; j++)
                    if (it + i < n - 2 && jt + j < m - 2) {
                        float s = 0;
#pragma acc loop seq
                        for (int p = 0; p < 5; p++)
#pragma acc loop seq
                            for (int q = 0; q < 5; q++)
                                s += t[i + p][j + q];
                        b[it + i][jt + j] = s / 25;
                    }
            }
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
        five_staged(N, M, a, b);
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
        box_staged(N, M, a, b);
#pragma acc update host(b)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                bad += want[i][j] != b[i][j];
    }
    return bad != 0;
}
