// One matrix product in five forms: by clauses a thread for each element in strips of 32 and of 128, with copies of the body, and in blocks of rows; and the
// tiles in shared memory that the compiler chooses where nothing is said. What comes out is the same.
// kernel: products_strips_25 grid=8x256x1 block=32x1x1 shared=0 registers=64 percent=50 sectors=2621440 issued=3420000 loads=1 stores=1 lanes=100 idle=0
// kernel: products_wide_26 grid=2x256x1 block=128x1x1 shared=0 registers=32 percent=100 sectors=2621440 issued=3420000 loads=1 stores=1 lanes=100 idle=0
// kernel: products_unrolled_27 grid=2x256x1 block=128x1x1 shared=0 registers=32 percent=100 sectors=2621440 issued=3070000 loads=1 stores=1 lanes=100 idle=0
// kernel: products_blocks_28 grid=8x32x1 block=32x8x1 shared=0 registers=32 percent=100 sectors=2621440 issued=3080000 loads=1 stores=1 lanes=100 idle=0
// kernel: products_tiles_29 grid=4x4x1 block=32x4x1 shared=8448 registers=64 percent=50 sectors=65536 issued=1430000 loads=1 stores=1 lanes=100 idle=0
#define PRAGMA_(text) _Pragma(#text)
#define PRAGMA(text) PRAGMA_(text)
#define PRODUCT(name, rows, columns, order)                                                                        \
    static void name(int n, float (*restrict a)[n], float (*restrict b)[n], float (*restrict c)[n])                \
    {                                                                                                              \
        PRAGMA(acc kernels loop rows copyin(a[0:n], b[0:n]) copyout(c[0:n]))                                       \
        for (int i = 0; i < n; i++) {                                                                              \
            PRAGMA(acc loop columns)                                                                               \
            for (int j = 0; j < n; j++) {                                                                          \
                float s = 0;                                                                                       \
                PRAGMA(acc loop seq order)                                                                         \
                for (int k = 0; k < n; k++)                                                                        \
                    s += a[i][k] * b[k][j];                                                                        \
                c[i][j] = s;                                                                                       \
            }                                                                                                      \
        }                                                                                                          \
    }
PRODUCT(strips, gang, gang vector(32), )
PRODUCT(wide, gang, gang vector(128), )
PRODUCT(unrolled, gang, gang vector(128), unroll(4))
PRODUCT(blocks, gang vector(8), gang vector(32), unroll(4))
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
    wide(N, a, b, c), bad += wrong();
    unrolled(N, a, b, c), bad += wrong();
    blocks(N, a, b, c), bad += wrong();
    tiles(N, a, b, c), bad += wrong();
    return bad != 0;
}
