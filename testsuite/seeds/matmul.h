/* The articles' matrix product, a(i,j) = b(i,k) * c(k,j) with i along memory. PRODUCT(name, loop over j, loop over i, loop over k, cache) is a
 * function whose loops have these clauses; TRY(name) runs it for sizes that no strip divides and for such that all divide. */
#ifndef MATMUL_H
#define MATMUL_H
#include "../run/check.h"
#include <stdlib.h>

#define PRODUCT(name, columns, rows, steps, ...)                                                                    \
    static void name(int n, int m, int p, float *restrict a, const float *restrict b, const float *restrict c)      \
    {                                                                                                               \
        PRAGMA(acc kernels loop columns copyin(b[0 : n * p], c[0 : p * m]) copyout(a[0 : n * m]))                   \
        for (int j = 0; j < m; j++) {                                                                               \
            PRAGMA(acc loop rows)                                                                                   \
            for (int i = 0; i < n; i++) {                                                                           \
                float sum = 0;                                                                                      \
                PRAGMA(acc loop seq steps)                                                                          \
                for (int k = 0; k < p; k++) {                                                                       \
                    __VA_ARGS__                                                                                     \
                    sum += b[i + n * k] * c[k + p * j];                                                             \
                }                                                                                                   \
                a[i + n * j] = sum;                                                                                 \
            }                                                                                                       \
        }                                                                                                           \
    }

typedef void product(int n, int m, int p, float *restrict a, const float *restrict b, const float *restrict c);

static void try_product(product *f, int n, int m, int p)
{
    float *a = malloc(sizeof *a * (size_t)(n * m)), *b = malloc(sizeof *b * (size_t)(n * p)), *c = malloc(sizeof *c * (size_t)(p * m));
    if (!a || !b || !c)
        exit(2);
    for (int i = 0; i < n * p; i++)
        b[i] = (float)(i * 7 % 17);
    for (int i = 0; i < p * m; i++)
        c[i] = (float)(i * 5 % 13);
    f(n, m, p, a, b, c);
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += b[i + n * k] * c[k + p * j];
            CHECK(a[i + n * j] == sum);
        }
    free(a), free(b), free(c);
}

#define TRY(f) try_product(f, 150, 100, 77), try_product(f, 128, 64, 64)
#endif
