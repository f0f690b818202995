/* products.c: C = A B of float and of double, N x N (the arguments are values of N), in plain loops, beside cuBLAS (the library that the
 * variable CUBLAS names). 2 N^3 operations, 3 N^2 elements. Compiled three times: kernels may round a * b + c once, and tensor cores add the
 * products of double; the same without tensor cores (`--sizes=64x64`); kernels may not (`--acc-fma=false`). On a machine with a GPU, `run.sh` of the folder that
 * `make gpu` packs runs all three, and checks the bits with run/tiles_tensor.c. By hand:
 *
 *     acctest run tiles_tensor --device nvidia --real-gpu        sums beside fma(), bit for bit
 *     accrs -O3 products.c && ./a.out 4096                       then with --sizes=64x64, then with --acc-fma=false */
#include "measure.h"

/* Whether float is measured as well. */
#ifndef FLOAT
#define FLOAT 1
#endif

static int n;
static float *restrict fa, *restrict fb, *restrict fc;
static double *restrict da, *restrict db, *restrict dc;

#define PRODUCT(name, type)                                                                                                                 \
    static void name##_of(int m, type(*restrict a)[m], type(*restrict b)[m], type(*restrict c)[m])                                         \
    {                                                                                                                                       \
        ACC(acc kernels loop independent present(a[0:m], b[0:m], c[0:m]) async(QUEUE))                                                       \
        for (int i = 0; i < m; i++) {                                                                                                       \
            ACC(acc loop independent)                                                                                                       \
            for (int j = 0; j < m; j++) {                                                                                                   \
                type s = 0;                                                                                                                 \
                for (int k = 0; k < m; k++)                                                                                                 \
                    s += a[i][k] * b[k][j];                                                                                                 \
                c[i][j] = s;                                                                                                                \
            }                                                                                                                               \
        }                                                                                                                                   \
    }
PRODUCT(sgemm, float)
PRODUCT(dgemm, double)
static void sgemm(void) { sgemm_of(n, (float (*)[n])fa, (float (*)[n])fb, (float (*)[n])fc); }
static void dgemm(void) { dgemm_of(n, (double (*)[n])da, (double (*)[n])db, (double (*)[n])dc); }

/* cuBLAS has matrices by columns, so B and A change places. */
static void *blas, *blas_handle;
static void blas_check(int code, const char *what)
{
    if (code) {
        fprintf(stderr, "%s: error %d\n", what, code);
        exit(2);
    }
}
#define BLAS(name, types, ...) blas_check(((int(*) types)dlsym(blas, #name))(__VA_ARGS__), #name)
#define BLAS_TYPES(type)                                                                                                                    \
    (void *, int, int, int, int, int, const type *, const type *, int, const type *, int, const type *, type *, int)
static void cublas_sgemm(void)
{
    float one = 1, none = 0;
    BLAS(cublasSgemm_v2, BLAS_TYPES(float), blas_handle, 0, 0, n, n, n, &one, acc_deviceptr(fb), n, acc_deviceptr(fa), n, &none,
         acc_deviceptr(fc), n);
}
static void cublas_dgemm(void)
{
    double one = 1, none = 0;
    BLAS(cublasDgemm_v2, BLAS_TYPES(double), blas_handle, 0, 0, n, n, n, &one, acc_deviceptr(db), n, acc_deviceptr(da), n, &none,
         acc_deviceptr(dc), n);
}
static void open_blas(void)
{
    const char *path = getenv("CUBLAS");
    blas = path && *path ? dlopen(path, RTLD_NOW) : NULL;
    if (!blas) {
        printf("{\"item\": \"cuBLAS\", \"lacks\": \"%s\"}\n", path && *path ? "the library can't be opened" : "no library was found");
        return;
    }
    BLAS(cublasCreate_v2, (void **), &blas_handle);
    BLAS(cublasSetStream_v2, (void *, void *), blas_handle, hand_stream);
}

/* Whole numbers, so that every sum is exact. */
static int first_a(long i, long k) { return (int)((i + 2 * k) % 8); }
static int first_b(long k, long j) { return (int)((3 * k + j) % 8); }
static void spoil(void)
{
    if (fc)
        spoil_array(fc, (size_t)n * (size_t)n * sizeof *fc);
    else
        spoil_array(dc, (size_t)n * (size_t)n * sizeof *dc);
}
static int not_product(long at)
{
    double want = 0;
    if (at % 97)
        return 0;
    for (long k = 0; k < n; k++)
        want += first_a(at / n, k) * first_b(k, at % n);
    return (fc ? (double)fc[at] : dc[at]) != want;
}
enum { PART = 4096 };
static int wrong_single(void) { return look_at(fc, sizeof *fc, (long)n * n, PART, not_product) != 0; }
static int wrong_double(void) { return look_at(dc, sizeof *dc, (long)n * n, PART, not_product) != 0; }

#define MEASURE(type, a, b, c, name, accrs, cublas, wrong)                                                                                  \
    static int measure_##type(void)                                                                                                         \
    {                                                                                                                                       \
        char called[32];                                                                                                                    \
        size_t count = (size_t)n * (size_t)n;                                                                                               \
        double cube = 2.0 * n * n * n, moved = 3.0 * (double)count * sizeof *a;                                                             \
        struct item item = {called, moved, cube, accrs, blas ? cublas : NULL, spoil, wrong};                                                \
        snprintf(called, sizeof called, name " %d", n);                                                                                     \
        a = must_alloc(count * sizeof *a), b = must_alloc(count * sizeof *b), c = must_alloc(count * sizeof *c);                            \
        int bad = 0;                                                                                                                        \
        ACC(acc data create(a[0:count], b[0:count], c[0:count]))                                                                            \
        {                                                                                                                                   \
            ACC(acc parallel loop present(a[0:count], b[0:count]))                                                                          \
            for (size_t i = 0; i < count; i++) {                                                                                            \
                size_t row = i / (size_t)n, column = i % (size_t)n;                                                                         \
                a[i] = (type)((row + 2 * column) % 8), b[i] = (type)((3 * row + column) % 8);                                               \
            }                                                                                                                               \
            bad = measure_beside(&item, "cublas");                                                                                          \
        }                                                                                                                                   \
        free(a), free(b), free(c);                                                                                                          \
        a = b = c = NULL;                                                                                                                   \
        return bad;                                                                                                                         \
    }
MEASURE(float, fa, fb, fc, "sgemm", sgemm, cublas_sgemm, wrong_single)
MEASURE(double, da, db, dc, "dgemm", dgemm, cublas_dgemm, wrong_double)

int main(int argc, char **argv)
{
    int bad = 0;
    begin("products");
    open_blas();
    for (int k = 1; k < argc; k++) {
        n = (int)argument(argc, argv, k, 0);
        if (FLOAT)
            bad += measure_float();
        bad += measure_double();
    }
    return bad != 0;
}
