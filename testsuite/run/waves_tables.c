// Tables whose elements follow from those before, and eliminations: no loop of them is parallel by itself, or the ones that are have little to do. The host's
// cores share tiles of them.
// run: -O2 -ffp-contract=off -lm
// env: OMP_NUM_THREADS=3 ACCRS_TILES=4x6
// expect: multicore host_kernels=4 in_tiles=3
// report: the host's cores run it in tiles of i and of j, wavefront by wavefront
#include "check.h"
#include <math.h>
#include <openacc.h>
#include <string.h>

#define N 83

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* The longest common subsequence. */
static int table[N + 1][N + 1], want[N + 1][N + 1];
static char x[N], y[N];

static void common(int n, int m)
{
    #pragma acc kernels
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            if (x[i - 1] == y[j - 1])
                table[i][j] = table[i - 1][j - 1] + 1;
            else
                table[i][j] = larger(table[i - 1][j], table[i][j - 1]);
        }
}

/* Cholesky's factors, with a diagonal element between the loops. */
static double a[N][N], b[N][N];

#define FACTORS(DIRECTIVE, a)                    \
    DIRECTIVE                                    \
    for (int i = 0; i < N; i++) {                \
        for (int j = 0; j < i; j++) {            \
            for (int k = 0; k < j; k++)          \
                a[i][j] -= a[i][k] * a[j][k];    \
            a[i][j] /= a[j][j];                  \
        }                                        \
        for (int k = 0; k < i; k++)              \
            a[i][i] -= a[i][k] * a[i][k];        \
        a[i][i] = sqrt(a[i][i]);                 \
    }

/* Rows behind pointers that may overlap: the program asks. */
static void smooth(int n, int steps, double (*c)[N], double (*d)[N])
{
    #pragma acc kernels
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < n; i++)
            for (int j = 1; j < N; j++)
                c[i][j] = 0.5 * c[i - 1][j] + 0.25 * c[i][j - 1] + d[i][j];
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = "abcab"[i * i % 5];
        y[i] = "bacca"[i * 3 % 5];
    }
    common(N, N - 4);
    for (int i = 1; i <= N; i++)
        for (int j = 1; j <= N - 4; j++)
            want[i][j] = x[i - 1] == y[j - 1] ? want[i - 1][j - 1] + 1 : larger(want[i - 1][j], want[i][j - 1]);
    CHECK(!memcmp(table, want, sizeof table));

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = b[i][j] = i == j ? N : (i + j) % 5 * 0.125;
    FACTORS(_Pragma("acc kernels"), a)
    FACTORS(, b)
    /* Devices may contract products and sums. */
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++)
            CHECK(fabs(a[i][j] - b[i][j]) < 1e-12);

    static double c[N + 3][N], d[N][N], e[N + 3][N];
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < N + 3; i++)
            for (int j = 0; j < N; j++)
                c[i][j] = e[i][j] = (i + 2 * j) % 7;
        memcpy(d, a, sizeof d);
        /* A device has copies of both, where they lie apart. */
        int apart = round == 0 || acc_get_device_type() != acc_device_host;
        smooth(N, 9, c, apart ? d : c + 2);
        double (*f)[N] = apart ? d : e + 2;
        for (int t = 0; t < 9; t++)
            for (int i = 1; i < N; i++)
                for (int j = 1; j < N; j++)
                    e[i][j] = 0.5 * e[i - 1][j] + 0.25 * e[i][j - 1] + f[i][j];
        CHECK(!memcmp(c, e, sizeof c));
    }
    return CHECKED();
}
