// Loops whose data doesn't fit the device's memory run there in parts (--acc-parts): sections with halos come and go, what parts share stays.
// run: -O2 --acc-parts=true
// env: ACCRS_SIM_MEMORY=1M ACCRS_GPU_MEMORY=1
// again: ACCRS_SIM_DELAY=200 ACCRS_GPU_DELAY=20
// expect: device kernels=105 host_kernels=3 to_cores=3 parts=104 in_order=1
// expect: multicore to_cores=0 parts=0
// message: parts.c:33 (in stencil, kernels): its data doesn't fit the memory of
// message: runs in 16 parts
// message: (in columns, kernels): its data doesn't fit the memory of
// message: runs on the host's cores
// openmp: it is about a device's memory
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

#define N (1 << 18)
#define ROWS 1024
#define COLS 256

static int failed;

static void expect(double value, double want, const char *what)
{
    if (value != want) {
        printf("%s: %.17g, not %.17g\n", what, value, want);
        failed = 1;
    }
}

// A halo on each side; both arrays come and go.
static void stencil(int n, double *restrict to, const double *restrict from)
{
#pragma acc kernels
    for (int i = 1; i < n - 1; i++)
        to[i] = from[i - 1] + from[i + 1];
}

// The bound belongs to the numbers; steps are wider than one.
static void steps(long n, float *restrict a)
{
#pragma acc parallel loop
    for (long i = 2; i <= n; i += 3)
        a[i] = a[i] + i;
}

// Each part adds to what the one before has left.
static double dot(size_t n, const double *a, const double *b)
{
    double s = 1;
#pragma acc parallel loop reduction(+ : s)
    for (size_t i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}

// Rows come and go, the vector stays.
static void product(int n, int m, double *restrict y, const double *restrict a, const double *restrict x)
{
#pragma acc parallel loop
    for (int i = 0; i < n; i++) {
        double t = 0;
#pragma acc loop reduction(+ : t)
        for (int j = 0; j < m; j++)
            t += a[i * m + j] * x[j];
        y[i] = t;
    }
}

// Rows with a halo, in place of an array of two dimensions; levels collapsed.
static void rows(int n, double (*restrict to)[COLS], double (*restrict from)[COLS])
{
#pragma acc parallel loop collapse(2)
    for (int i = 1; i < n - 1; i++)
        for (int j = 0; j < COLS; j++)
            to[i][j] = from[i - 1][j] - from[i + 1][j];
}

// Rows of a triangle.
static void triangle(int n, double *restrict a)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            a[i * n + j] += 1;
}

// All parts count in the same places.
static void histogram(int n, int *restrict h, const int *restrict k)
{
#pragma acc parallel loop copy(h[0:16])
    for (int i = 0; i < n; i++) {
#pragma acc atomic update
        h[k[i]]++;
    }
}

// Pointers that may overlap: where they do, parts would read what others have written, and the loop is in order.
static void shift(int n, double *to, double *from)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        to[i] = from[i] + 1;
}

// A part of the columns reaches over all rows.
static void columns(int n, int m, double *restrict a)
{
#pragma acc kernels
    for (int j = 0; j < m; j++)
        for (int i = 1; i < n; i++)
            a[i * m + j] += a[(i - 1) * m + j];
}

// The loop's variable has its last value behind the loop, and so has what the last iteration assigns.
static int last(int n, double *restrict a)
{
    int i, k = -1;
#pragma acc kernels
    for (i = 0; i < n; i++) {
        k = 2 * i;
        a[i] = k;
    }
    return i + k;
}

// Clauses of the construct itself: what parts use of their sections moves. The host keeps what only the device was to see.
static void clauses(int n, double *b, double *a, double *scratch)
{
#pragma acc parallel loop copyin(a[0:n]) copyout(b[0:n]) create(scratch[0:n])
    for (int i = 0; i < n; i++) {
        scratch[i] = a[n - 1 - i];
        a[n - 1 - i] = 0;
        b[i] = scratch[i] + 1;
    }
}

static void vectors(double *a, double *b)
{
    stencil(N, b, a);
    expect(b[1], 2, "stencil, 1");
    expect(b[N / 2], N, "stencil, the middle");
    expect(b[N - 2], 2.0 * (N - 2), "stencil, N - 2");
    expect(b[0] + b[N - 1], -2, "stencil, the ends");
    expect(dot(N, a, a), 1 + (double)(N - 1) * N / 2 * (2 * N - 1) / 3, "dot");
    shift(N, b, a);
    expect(b[N - 1] + b[N / 2], N + N / 2 + 1, "shift");
    shift(N - 1, b + 1, b);
    expect(b[N - 1] + b[N / 2], N + N / 2 + 1, "shift in place");
    expect(last(N, b), N + 2 * (N - 1), "last");
    expect(b[N - 1], 2 * (N - 1), "last, N - 1");
}

static void named(double *a, double *b)
{
    double *scratch = malloc(N * sizeof *scratch);
    for (int i = 0; i < N; i++) {
        a[i] = i;
        scratch[i] = 3;
    }
    int shares = acc_get_device_type() == acc_device_host;
    clauses(N, b, a, scratch);
    expect(b[0], N, "clauses, 0");
    expect(b[N - 1], 1, "clauses, N - 1");
    expect(a[5] + scratch[7], shares ? N - 8 : 8, "clauses, the host's own");
    free(scratch);
}

static void matrices(double *a, double *b)
{
    for (int i = 0; i < ROWS * COLS; i++) {
        a[i] = i % 7;
        b[i] = 0;
    }
    double x[COLS];
    for (int j = 0; j < COLS; j++)
        x[j] = j;
    double *y = malloc(ROWS * sizeof *y);
    product(ROWS, COLS, y, a, x);
    for (int i = 0; i < ROWS; i += 37) {
        double t = 0;
        for (int j = 0; j < COLS; j++)
            t += a[i * COLS + j] * x[j];
        expect(y[i], t, "product");
    }
    free(y);
    rows(ROWS, (double(*)[COLS])b, (double(*)[COLS])a);
    for (int i = 1; i < ROWS - 1; i += 37)
        expect(b[i * COLS + 5], a[(i - 1) * COLS + 5] - a[(i + 1) * COLS + 5], "rows");
    columns(ROWS, COLS, b);
    for (int i = 0; i < N; i++)
        b[i] = 1;
    triangle(300, b);
    expect(b[299 * 300 + 299] + b[299 * 300], 4, "triangle, the last row");
    expect(b[150 * 300 + 150] + b[150 * 300 + 151], 3, "triangle, the middle");
    columns(ROWS, COLS, a);
    double sum = 0;
    for (int i = 0; i < ROWS; i++)
        sum += (i * COLS + 9) % 7;
    expect(a[(ROWS - 1) * COLS + 9], sum, "columns");
}

static void numbers(void)
{
    float *f = calloc(N * 2, sizeof *f);
    steps(2 * N - 1, f);
    expect(f[2] + f[5], 7, "steps");
    expect(f[3 * 40000 + 2], 3 * 40000 + 2, "steps, further");
    expect(f[3] + f[0] + f[1], 0, "between steps");
    free(f);
    int *k = malloc(2 * N * sizeof *k), h[16] = {0};
    for (int i = 0; i < 2 * N; i++)
        k[i] = i % 15;
    histogram(2 * N, h, k);
    expect(h[3], 2 * N / 15 + 1, "histogram");
    expect(h[15], 0, "histogram, the end");
    free(k);
}

int main(void)
{
    double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
    for (int i = 0; i < N; i++) {
        a[i] = i;
        b[i] = -1;
    }
    vectors(a, b);
    named(a, b);
    matrices(a, b);
    numbers();
    free(a);
    free(b);
    return failed;
}
