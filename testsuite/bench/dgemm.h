/* dgemm.h: the frame of the matrix product: sizes, input, serial answer, check. */
#include "bench.h"
#ifndef N
#define N 512 /* OpenUH's table: 8192 */
#endif
#ifndef SWEEPS
#define SWEEPS 3
#endif

/* c = a b, n x n, `sweeps` times over. Returns the milliseconds of all but the first. */
APART static double dgemm(const double *restrict a, const double *restrict b, double *restrict c, int n, int sweeps);

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : N;
    size_t size = (size_t)n * (size_t)n;
    double *a = must_alloc(size * sizeof(double)), *b = must_alloc(size * sizeof(double));
    double *c = must_alloc(size * sizeof(double));
    unsigned seed = 2;
    for (size_t k = 0; k < size; k++) {
        a[k] = noise(&seed) - 0.5;
        b[k] = noise(&seed) - 0.5;
        c[k] = NAN;
    }

    double start = now_ms();
    double time = dgemm(a, b, c, n, SWEEPS);
    double total = now_ms() - start;

    /* The serial answer, of every row up to 1024 and of 1024 rows beyond (at
     * 8192 all of them would cost an hour); no element may be left unwritten. */
    int step = (n + 1023) / 1024;
    double error = 0;
    for (int i = 0; i < n; i += step) {
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[(size_t)i * n + k] * b[(size_t)k * n + j];
            error = fmax(error, isnan(c[(size_t)i * n + j]) ? INFINITY : fabs(c[(size_t)i * n + j] - sum));
        }
    }
    for (size_t k = 0; k < size; k++)
        if (isnan(c[k]))
            error = INFINITY;
    free(a), free(b), free(c);
    /* n products below 1/4, summed in any order, fused or not: n roundings each
     * of at most half an ulp of a partial sum below n/4. */
    return report("dgemm", time, total, error, 0.25 * n * n * 1.2e-16);
}
