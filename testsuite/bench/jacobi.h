/* jacobi.h: the frame of the Jacobi benchmark: sizes, input, serial answer, check. */
#include "bench.h"
#ifndef N
#define N 2048
#endif
#ifndef SWEEPS
#define SWEEPS 20
#endif

/* Does `sweeps` Jacobi sweeps over the interior of a[n][m], with b as scratch;
 * the answer is in a. Returns the milliseconds of all sweeps but the first. */
APART static double jacobi(float *restrict a, float *restrict b, int n, int m, int sweeps);

static void reference(float *a, float *b, int n, int m, int sweeps)
{
    for (int s = 0; s < sweeps; s++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                b[i * m + j] = 0.25f * (a[i * m + j + 1] + a[i * m + j - 1] + a[(i - 1) * m + j] +
                                        a[(i + 1) * m + j]);
        for (int i = 1; i < n - 1; i++)
            memcpy(&a[i * m + 1], &b[i * m + 1], (size_t)(m - 2) * sizeof(float));
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : N, m = n;
    size_t size = (size_t)n * (size_t)m;
    float *a = must_alloc(size * sizeof(float)), *b = must_alloc(size * sizeof(float));
    float *want = must_alloc(size * sizeof(float));
    unsigned seed = 1;
    for (size_t k = 0; k < size; k++)
        want[k] = a[k] = (float)noise(&seed);

    double start = now_ms();
    double time = jacobi(a, b, n, m, SWEEPS);
    double total = now_ms() - start;

    reference(want, b, n, m, SWEEPS);
    double error = 0;
    for (size_t k = 0; k < size; k++)
        error = fmax(error, isnan(a[k]) ? INFINITY : fabs((double)a[k] - (double)want[k]));
    free(a), free(b), free(want);
    /* Values are in [0,1). A sweep averages, so it passes old errors on without
     * growth and adds at most three roundings of its own where one compiler
     * fuses a multiply and an add and the other doesn't. */
    return report("jacobi", time, total, error, SWEEPS * 3 * 6.0e-8);
}
