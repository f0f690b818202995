// Rows with a pitch that nobody knows before the program runs. Where rows fit into it, all loops are shared, and the host asks before the construct; where they overlap,
// each row is a launch behind the one before.
// report: This rests on n <= lda: then rows of elements that are written don't overlap
// report: the device's blocks run it in tiles of 64 iterations of j by 64 of i, with y, z in shared memory
// expect: device kernels=13
// launch: pitch_scale_28 grid=2x10x1 block=32x4x1
// launch: pitch_scale_28_rows_overlap
// launch: pitch_product_37 block=32x4x1
// launch: pitch_product_38_rows_overlap
// launch: pitch_windows_47_rows_overlap
// launch: pitch_windows_47 grid=1x2x1
// launch: pitch_guarded_58 grid=2x10x1
// launch: pitch_asserted_68 grid=2x10x1
// launch: pitch_changed_80_rows_overlap
// launch: pitch_counted_91_rows_overlap
// launch: pitch_negative_100_rows_overlap
// expect: multicore host_kernels>=6
#include "check.h"
#include <assert.h>
#include <stdlib.h>

enum { N = 37, LDA = 50 };
static float a[LDA * N], b[LDA * N], c[LDA * N], want[LDA * N];

static void scale(int n, int lda, float *restrict x)
{
#pragma acc kernels
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            x[i + lda * j] = 2 * x[i + lda * j] + 1;
}

/* The pitches as parameters of their own. */
static void product(int n, int m, int p, int pa, int pb, int pc, float *restrict x, const float *restrict y, const float *restrict z)
{
#pragma acc kernels
    for (int j = 0; j < m; ++j)
        for (int k = 0; k < p; ++k)
            for (int i = 0; i < n; ++i)
                x[i + pa * j] += y[i + pb * k] * z[k + pc * j];
}

/* Windows that overlap are added: right only in order, and the windows' elements are shared. */
static void windows(long count, long length, long hop, float *restrict out, const float *restrict in)
{
#pragma acc kernels
    for (long w = 0; w < count; w++)
        for (long i = 0; i < length; i++)
            out[hop * w + i] = 0.5f * out[hop * w + i] + in[i];
}

/* Guards of several forms: nothing is asked. */
static int guarded(int n, int lda, float *restrict x)
{
    if (n < 0 || lda < n)
        return -1;
#pragma acc kernels
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            x[i + lda * j] += 3;
    return 0;
}

static void asserted(int n, int lda, float *restrict x)
{
    assert(lda >= n && n > 0);
#pragma acc kernels
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            x[i + lda * j] -= 1;
}

/* What the guard told isn't so any more. */
static void changed(int n, int lda, float *restrict x)
{
    if (lda < n)
        exit(1);
    lda -= 30;
#pragma acc kernels
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            x[i + lda * j] = 2 * x[i + lda * j] + i;
}

/* The condition itself changes the variable. */
static void counted(int n, int lda, float *restrict x)
{
    if (lda-- < n)
        return;
#pragma acc kernels
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            x[i + lda * j] = 3 * x[i + lda * j] + i;
}

/* As unsigned numbers n is below lda only if it isn't negative. */
static void negative(int n, unsigned lda, float *restrict x)
{
#pragma acc kernels
    for (int j = 0; j < n; j++)
        for (int i = -1; i < n; i++)
            x[1 + i + lda * j] = 2 * x[1 + i + lda * j] + 1;
}

static void fill(void)
{
    for (int i = 0; i < LDA * N; i++) {
        a[i] = want[i] = i % 11 - 5;
        b[i] = i % 7 - 3;
        c[i] = i % 5 - 2;
    }
}

static int same(void)
{
    for (int i = 0; i < LDA * N; i++)
        if (a[i] != want[i])
            return 0;
    return 1;
}

int main(void)
{
    fill();
    scale(N, LDA, a);
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++)
            want[i + LDA * j] = 2 * want[i + LDA * j] + 1;
    CHECK(same());
    fill();
    scale(4, 3, a);
    for (int j = 0; j < 4; j++)
        for (int i = 0; i < 4; i++)
            want[i + 3 * j] = 2 * want[i + 3 * j] + 1;
    CHECK(same());

    fill();
    product(N, N, N, LDA, LDA, LDA, a, b, c);
    for (int j = 0; j < N; j++)
        for (int k = 0; k < N; k++)
            for (int i = 0; i < N; i++)
                want[i + LDA * j] += b[i + LDA * k] * c[k + LDA * j];
    CHECK(same());
    fill();
    product(N, 3, 5, 7, LDA, LDA, a, b, c);
    for (int j = 0; j < 3; j++)
        for (int k = 0; k < 5; k++)
            for (int i = 0; i < N; i++)
                want[i + 7 * j] += b[i + LDA * k] * c[k + LDA * j];
    CHECK(same());

    fill();
    windows(5, 16, 8, a, b);
    for (int w = 0; w < 5; w++)
        for (int i = 0; i < 16; i++)
            want[8 * w + i] = 0.5f * want[8 * w + i] + b[i];
    CHECK(same());
    windows(5, 16, 16, a, b);
    for (int w = 0; w < 5; w++)
        for (int i = 0; i < 16; i++)
            want[16 * w + i] = 0.5f * want[16 * w + i] + b[i];
    CHECK(same());

    fill();
    CHECK(guarded(N, LDA, a) == 0 && guarded(N, N - 1, a) == -1);
    asserted(N, LDA, a);
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++)
            want[i + LDA * j] += 2;
    CHECK(same());
    fill();
    changed(N, N, a);
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++)
            want[i + 7 * j] = 2 * want[i + 7 * j] + i;
    CHECK(same());
    fill();
    counted(4, 4, a);
    for (int j = 0; j < 4; j++)
        for (int i = 0; i < 4; i++)
            want[i + 3 * j] = 3 * want[i + 3 * j] + i;
    CHECK(same());
    fill();
    negative(4, 4, a);
    for (int j = 0; j < 4; j++)
        for (int i = 0; i < 5; i++)
            want[i + 4 * j] = 2 * want[i + 4 * j] + 1;
    CHECK(same());
    return CHECKED();
}
