// One matrix product in six forms, those of the well-known tutorials: strips of one warp; a row's part in shared memory; with two columns of each thread; with two rows of
// each; squares of both; and the tiles in shared memory that the compiler chooses where nothing is said. What comes out is the same.
// kernel: products_strips_28 grid=8x256x1 block=32x1x1 shared=0 registers=64 percent=50 sectors=2621440 issued=3420000 loads=1 stores=1 lanes=100 idle=0
// kernel: products_staged_29 grid=4x256x1 block=64x1x1 shared=128 registers=40 percent=75 sectors=2129920 issued=4080000 loads=1 stores=1 lanes=100 idle=0
// kernel: products_columns_30 grid=2x256x1 block=64x1x1 shared=128 registers=40 percent=75 sectors=2113536 issued=3120000 loads=1 stores=1 lanes=100 idle=0
// kernel: products_rows_31 grid=4x128x1 block=64x1x1 shared=768 registers=40 percent=75 sectors=1081344 issued=2610000 loads=1 stores=1 lanes=100 idle=0
// kernel: products_squares_32 grid=16x16x1 block=16x16x1 shared=2304 registers=40 percent=75 sectors=262144 issued=5050000 loads=1 stores=1 lanes=100 idle=0
// kernel: products_tiles_33 grid=4x4x1 block=32x4x1 shared=16896 registers=64 percent=50 sectors=65536 requests=119000 issued=1514000 loads=1 stores=1 lanes=100 idle=0
#define DO_(...) _Pragma(#__VA_ARGS__)
#define ACC(...) DO_(__VA_ARGS__)
#define PRODUCT(name, rows, columns, named)                                                                        \
    static void name(int n, float (*restrict a)[n], float (*restrict b)[n], float (*restrict c)[n])                \
    {                                                                                                              \
        ACC(acc kernels loop rows copyin(a[0:n], b[0:n]) copyout(c[0:n]))                                          \
        for (int i = 0; i < n; i++) {                                                                              \
            ACC(acc loop columns)                                                                                  \
            for (int j = 0; j < n; j++) {                                                                          \
                float s = 0;                                                                                       \
                ACC(acc loop seq)                                                                                  \
                for (int k = 0; k < n; k++) {                                                                      \
                    named                                                                                          \
                    s += a[i][k] * b[k][j];                                                                        \
                }                                                                                                  \
                c[i][j] = s;                                                                                       \
            }                                                                                                      \
        }                                                                                                          \
    }
PRODUCT(strips, gang, gang vector(32), )
PRODUCT(staged, gang, gang vector(64), ACC(acc cache(a[i][k:1])))
PRODUCT(columns, gang, gang vector(64) unroll(2), ACC(acc cache(a[i][k:1])))
PRODUCT(rows, gang unroll(2), gang vector(64), ACC(acc cache(a[i][k:1])))
PRODUCT(squares, gang vector(16), gang vector(16), ACC(acc cache(a[i][k:1], b[k][j:1])))
PRODUCT(tiles, , , )

enum { N = 256 };
static float a[N][N], b[N][N], c[N][N], want[N][N];

static int wrong(void)
{
    int bad = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            bad += c[i][j] != want[i][j];
            c[i][j] = -1;
        }
    return bad;
}

int main(void)
{
    int bad = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i + 2 * j) % 8, b[i][j] = (3 * i + j) % 8;
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++)
            for (int j = 0; j < N; j++)
                want[i][j] += a[i][k] * b[k][j];
    strips(N, a, b, c), bad += wrong();
    staged(N, a, b, c), bad += wrong();
    columns(N, a, b, c), bad += wrong();
    rows(N, a, b, c), bad += wrong();
    squares(N, a, b, c), bad += wrong();
    tiles(N, a, b, c), bad += wrong();
    return bad != 0;
}
