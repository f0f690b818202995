/* Loops that several devices share: stencils, sums, rows, odd bounds. Each function returns what one device gives. */
#include "../check.h"
#include <openacc.h>
#include <stdlib.h>

#define ROWS 37
#define COLS 11

struct field {
    double *x, *y;
    int n;
};

static double grid[ROWS][COLS], next[ROWS][COLS];
static int counts[7];

/* A halo on each side. */
static void stencil(int n, double *restrict to, const double *restrict from)
{
#pragma acc parallel loop copyin(from[0:n]) copy(to[0:n])
    for (int i = 1; i < n - 1; i++)
        to[i] = from[i - 1] + from[i + 1];
}

/* Arrays of the file, whole ones in clauses or in none. */
static void arrays(void)
{
#pragma acc parallel loop
    for (int i = 1; i < ROWS - 1; i++)
        for (int j = 0; j < COLS; j++)
            next[i][j] = grid[i - 1][j] - 2 * grid[i + 1][j];
#pragma acc parallel loop collapse(2) copyin(next) copy(grid)
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLS; j++)
            grid[i][j] += next[i][j];
}

/* Arrays of variable length, in kernels. */
static void rows(int n, int m, double a[restrict n][m], double b[restrict n][m])
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j++)
            b[i][j] = a[i][j] + a[i][j - 1];
}

/* Each device has a part of the rows, and all of the vector. */
static void product(int n, int m, double *restrict y, const double *a, const double *x)
{
#pragma acc parallel loop copyin(a[0:n * m], x[0:m]) copyout(y[0:n])
    for (int i = 0; i < n; i++) {
        double sum = 0;
#pragma acc loop reduction(+ : sum)
        for (int j = 0; j < m; j++)
            sum += a[i * m + j] * x[j];
        y[i] = sum;
    }
}

/* Results of all kinds, combined with what the variables had. */
static void results(int n, const int *a, double *sum, float *most, long *least, unsigned *bits, int *all)
{
    double s = *sum;
    float m = *most;
    long l = *least;
    unsigned b = *bits;
    int every = *all;
#pragma acc parallel loop reduction(+ : s) reduction(max : m) reduction(min : l) reduction(^ : b) reduction(&& : every)
    for (int i = 0; i < n; i++) {
        s += a[i];
        m = a[i] > m ? (float)a[i] : m;
        l = a[i] < l ? a[i] : l;
        b ^= (unsigned)a[i];
        every = every && a[i] != 12345;
    }
    *sum = s, *most = m, *least = l, *bits = b, *all = every;
}

/* No clause names the sum. */
static long inferred(long n, const int *a)
{
    long sum = 3;
#pragma acc kernels
    for (long i = 0; i < n; i++)
        sum += a[i];
    return sum;
}

/* Loops that count down, by more than one, to a bound that is one of their numbers. */
static void down(int n, short *restrict a)
{
#pragma acc parallel loop copy(a[0:n])
    for (int i = n - 1; i >= 0; i -= 3)
        a[i] = (short)(a[i] + i);
}

static void closed(unsigned n, unsigned *restrict a)
{
#pragma acc kernels copy(a[0:n + 1])
    for (unsigned i = 1; i <= n; i += 2)
        a[i] += i;
}

/* What a struct's members point to, and a copy of an array for each device. */
static void members(struct field f)
{
    int weights[4] = {1, 2, 3, 4}, n = f.n;
#pragma acc parallel loop copyin(f.x[0:n]) copy(f.y[0:n]) firstprivate(weights)
    for (int i = 0; i < n; i++)
        f.y[i] += weights[i % 4] * f.x[i];
}

/* A clause copies back what nothing writes: sections may overlap. */
static void unwritten(int n, double *restrict to, double *restrict from)
{
#pragma acc parallel loop copy(to[0:n], from[0:n + 2]) num_gangs(3) vector_length(32)
    for (int i = 0; i < n; i++)
        to[i] = from[i] + from[i + 2];
}

/* Work that is queued before it, and behind it. */
static void queued(int n, int *restrict a)
{
#pragma acc enter data copyin(counts) async(3)
#pragma acc parallel loop present(counts) async(3)
    for (int i = 0; i < 7; i++)
        counts[i] += i;
#pragma acc exit data copyout(counts) async(3)
#pragma acc parallel loop copy(a[0:n]) async(4) wait(3)
    for (int i = 0; i < n; i++)
        a[i] += 1;
#pragma acc parallel loop copy(a[0:n]) async(4)
    for (int i = 0; i < n; i++)
        a[i] *= 2;
#pragma acc wait
}

static void check_vectors(void)
{
    enum { N = 1001 };
    static double a[N], b[N];
    static int k[N];
    for (int i = 0; i < N; i++) {
        a[i] = i % 13;
        b[i] = -1;
        k[i] = (i * 7) % 101 - 50;
    }
    stencil(N, b, a);
    for (int i = 1; i < N - 1; i++)
        CHECK(b[i] == a[i - 1] + a[i + 1]);
    CHECK(b[0] == -1 && b[N - 1] == -1);
    double sum = 10, want = 10;
    float most = -3;
    long least = 7;
    unsigned bits = 5, wanted = 5;
    int all = 1;
    for (int i = 0; i < N; i++) {
        want += k[i];
        wanted ^= (unsigned)k[i];
    }
    results(N, k, &sum, &most, &least, &bits, &all);
    CHECK(sum == want && most == 50 && least == -50 && bits == wanted && all == 1);
    CHECK(inferred(N, k) == (long)want - 7);
    k[N - 1] = 12345;
    results(N, k, &sum, &most, &least, &bits, &all);
    CHECK(most == 12345 && all == 0);
    unwritten(N - 2, b, a);
    for (int i = 0; i < N - 2; i++)
        CHECK(b[i] == a[i] + a[i + 2]);
    queued(N, k);
    for (int i = 0; i < N - 1; i++)
        CHECK(k[i] == 2 * ((i * 7) % 101 - 50) + 2);
    for (int i = 0; i < 7; i++)
        CHECK(counts[i] == i);
}

static void check_matrices(void)
{
    static double before[ROWS][COLS], a[ROWS * COLS], x[COLS], y[ROWS];
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLS; j++)
            before[i][j] = grid[i][j] = a[i * COLS + j] = i * 3 + j;
    arrays();
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLS; j++) {
            double inside = i > 0 && i < ROWS - 1 ? before[i - 1][j] - 2 * before[i + 1][j] : 0;
            CHECK(next[i][j] == inside && grid[i][j] == before[i][j] + inside);
        }
    rows(ROWS, COLS, before, grid);
    for (int i = 0; i < ROWS; i++)
        for (int j = 1; j < COLS; j++)
            CHECK(grid[i][j] == before[i][j] + before[i][j - 1]);
    for (int j = 0; j < COLS; j++)
        x[j] = j - 4;
    product(ROWS, COLS, y, a, x);
    for (int i = 0; i < ROWS; i++) {
        double sum = 0;
        for (int j = 0; j < COLS; j++)
            sum += a[i * COLS + j] * x[j];
        CHECK(y[i] == sum);
    }
}

static void check_bounds(void)
{
    enum { N = 50 };
    short s[N];
    unsigned u[N + 1];
    double x[N], y[N];
    for (int i = 0; i < N; i++) {
        s[i] = 1;
        x[i] = i;
        y[i] = 1;
    }
    for (int i = 0; i <= N; i++)
        u[i] = 2;
    down(N, s);
    for (int i = 0; i < N; i++)
        CHECK(s[i] == ((N - 1 - i) % 3 == 0 ? 1 + i : 1));
    closed(N, u);
    for (unsigned i = 0; i <= N; i++)
        CHECK(u[i] == (i % 2 == 1 ? 2 + i : 2));
    members((struct field){x, y, N});
    for (int i = 0; i < N; i++)
        CHECK(y[i] == 1 + (1 + i % 4) * x[i]);
    // One iteration, and none: there is nothing to share.
    stencil(3, y, x);
    CHECK(y[1] == 2 && y[0] == 1);
    stencil(2, y, x);
    CHECK(y[1] == 2);
    // Two iterations: two of the devices have one each.
    stencil(4, y, x);
    CHECK(y[1] == 2 && y[2] == 4 && y[3] == 13);
}

static int check_loops(void)
{
    check_vectors();
    check_matrices();
    check_bounds();
    return CHECKED();
}
