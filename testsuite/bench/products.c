/* Matrix products in plain loops, beside a BLAS (testsuite/bench/products.py): ./products CLOCK HOW N [LIBRARY] prints the seconds of one product, behind a
 * smaller one that wakes the threads, and a checksum. CLOCK: wall, or cpu, which counts the time of all threads. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef T
#define T float
#endif

__attribute__((noinline)) static void ijk(int n, T c[n][n], T a[n][n], T b[n][n])
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            T sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
}

__attribute__((noinline)) static void ikj(int n, T c[n][n], T a[n][n], T b[n][n])
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[i][j] += a[i][k] * b[k][j];
}

__attribute__((noinline)) static void kij(int n, T c[n][n], T a[n][n], T b[n][n])
{
    #pragma acc kernels
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                c[i][j] += a[i][k] * b[k][j];
}

__attribute__((noinline)) static void scaled(int n, T alpha, T beta, T c[n][n], T a[n][n], T b[n][n])
{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            c[i][j] *= beta;
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[i][j] += alpha * a[i][k] * b[k][j];
    }
}

__attribute__((noinline)) static void flat(int n, T *c, T *a, T *b)
{
    #pragma acc parallel loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            T sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
}

/* cblas_sgemm and cblas_dgemm under the names that libraries give them, with integers of 4 and of 8 bytes. */
typedef void gemm_of_int(int, int, int, int, int, int, T, const T *, int, const T *, int, T, T *, int);
typedef void gemm_of_long(int, int, int, long, long, long, T, const T *, long, const T *, long, T, T *, long);
static gemm_of_int *of_int;
static gemm_of_long *of_long;

static void find(const char *path)
{
    void *library = dlopen(path, RTLD_NOW);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    const int doubles = sizeof(T) == sizeof(double);
    *(void **)&of_int = dlsym(library, doubles ? "cblas_dgemm" : "cblas_sgemm");
    const char *const names[] = {"scipy_cblas_%cgemm64_", "cblas_%cgemm64_", "cblas_%cgemm_64"};
    for (int at = 0; at < 3 && !of_long; at++) {
        char name[40];
        snprintf(name, sizeof name, names[at], doubles ? 'd' : 's');
        *(void **)&of_long = dlsym(library, name);
    }
    if (!of_int && !of_long) {
        fprintf(stderr, "%s: no cblas_sgemm\n", path);
        exit(1);
    }
}

static void product(const char *how, int n, T *c, T *a, T *b)
{
    T (*rows_c)[n] = (T (*)[n])c, (*rows_a)[n] = (T (*)[n])a, (*rows_b)[n] = (T (*)[n])b;
    if (!strcmp(how, "ijk")) ijk(n, rows_c, rows_a, rows_b);
    else if (!strcmp(how, "ikj")) ikj(n, rows_c, rows_a, rows_b);
    else if (!strcmp(how, "kij")) kij(n, rows_c, rows_a, rows_b);
    else if (!strcmp(how, "scaled")) scaled(n, 1, 0, rows_c, rows_a, rows_b);
    else if (!strcmp(how, "flat")) flat(n, c, a, b);
    else if (of_long) of_long(101, 111, 111, n, n, n, 1, a, n, b, n, 0, c, n);
    else if (of_int) of_int(101, 111, 111, n, n, n, 1, a, n, b, n, 0, c, n);
}

static double now(int wall)
{
    struct timespec t;
    clock_gettime(wall ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int count, char **words)
{
    if (count < 4) return 1;
    const int wall = !strcmp(words[1], "wall"), n = atoi(words[3]);
    if (count > 4) find(words[4]);
    const size_t size = (size_t)n * n;
    T *a = malloc(size * sizeof(T)), *b = malloc(size * sizeof(T)), *c = calloc(size, sizeof(T));
    for (size_t at = 0; at < size; at++)
        a[at] = (T)(at % 13) / 7, b[at] = (T)(at % 17) / 5;
    product(words[2], n < 400 ? n : 400, c, a, b);
    memset(c, 0, size * sizeof(T));
    const double before = now(wall);
    product(words[2], n, c, a, b);
    const double seconds = now(wall) - before;
    double sum = 0;
    for (size_t at = 0; at < size; at++)
        sum += (double)c[at] * (double)(at % 7 + 1);
    printf("%.9f %.9g\n", seconds, sum);
    return 0;
}
