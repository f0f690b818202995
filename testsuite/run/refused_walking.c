// Pointers that walk along arrays, forwards, backwards and in steps, through a nest, and along the rows of a loop around.
// expect: device kernels=6
// expect: multicore host_kernels=6
#include "check.h"
#include <stdlib.h>

static void fill(int n, double *a, const double *b)
{
    double *p = a;
    const double *q = b + n - 1;
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        *p++ = 2 * *q--;
}

static void strided(int n, int stride, double *restrict a, const double *b)
{
    double *p = a;
    const double *q = b;
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        *p = q[0] + q[1];
        p += 3;
        q += stride;
    }
}

static void nest(int n, int m, double *restrict a, const double *restrict b)
{
    double *p = a;
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            *p++ = b[i] * j;
}

static void rows(int n, int m, const double *a, double *restrict out)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        const double *p = a + i * m;
        double s = 0;
        for (int j = 0; j < m; j++)
            s += *p++;
        out[i] = s;
    }
}

static void columns(int n, int m, const double *a, double *restrict out)
{
    #pragma acc parallel loop
    for (int i = 0; i < n; i++) {
        const double *p = &a[i];
        double s = 0;
        for (int j = 0; j < m; j++) {
            s += *p;
            p += n;
        }
        out[i] = s;
    }
}

int main(void)
{
    enum { N = 40, M = 25 };
    double *a = malloc(N * M * sizeof *a), *b = malloc(N * M * sizeof *b);
    for (int i = 0; i < N * M; i++)
        b[i] = i;
    fill(N, a, b);
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 2 * (N - 1 - i));
    strided(N, 2, a, b);
    strided(0, 7, NULL, NULL);
    for (int i = 0; i < N; i++)
        CHECK(a[3 * i] == 4 * i + 1);
    nest(N, M, a, b);
    for (int i = 0; i < N * M; i++)
        CHECK(a[i] == i / M * (i % M));
    rows(N, M, b, a);
    for (int i = 0; i < N; i++)
        CHECK(a[i] == M * (M * i) + M * (M - 1) / 2);
    columns(N, M, b, a);
    for (int i = 0; i < N; i++)
        CHECK(a[i] == M * i + N * (M * (M - 1) / 2));
    free(a);
    free(b);
    return CHECKED();
}
