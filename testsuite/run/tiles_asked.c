// Tiles of sums as clauses ask for them: gang, vector, worker, unroll and tile give the sizes, cache says what is in shared memory, and the rest is read where it is.
// expect: device kernels=14
// expect: multicore in_order=0
// report: in tiles of one iteration of i by 32 of j, with a in shared memory, 32 iterations of k at a time
// report: in tiles of one iteration of i by 128 of j, with a in shared memory, 32 iterations of k at a time
// report: in tiles of one iteration of i by 64 of j, with a in shared memory, 32 iterations of k at a time
// report: in tiles of 2 iterations of i by 32 of j, with a in shared memory, 32 iterations of k at a time
// report: in tiles of 3 iterations of i by 96 of j, with b in shared memory, 32 iterations of k at a time
// report: in tiles of 16 iterations of i by 16 of j, with a, b in shared memory, 16 iterations of k at a time
// report: in tiles of 16 iterations of i by 32 of j, with a, b in shared memory, 16 iterations of k at a time
// report: in tiles of 64 iterations of i by 8 of j, with a, b in shared memory, 16 iterations of k at a time
// report: the host's cores run it in tiles of
// report: cache has no effect: a size of a level isn't a number
// report: cache has no effect: sequential loops are unrolled by different numbers
// report: cache has no effect: its sequential loops read or do what tiles can't have
#include "check.h"
#define DO_(...) _Pragma(#__VA_ARGS__)
#define ACC(...) DO_(__VA_ARGS__)
#define PRODUCT(name, rows, columns, order, ...)                                                                   \
    static void name(int n, int m, int l, int width, float (*restrict a)[l], float (*restrict b)[m],               \
                     float (*restrict c)[m])                                                                       \
    {                                                                                                              \
        (void)width;                                                                                               \
        ACC(acc kernels loop rows copyin(a[0:n], b[0:l]) copyout(c[0:n]))                                       \
        for (int i = 0; i < n; i++) {                                                                              \
            ACC(acc loop columns)                                                                               \
            for (int j = 0; j < m; j++) {                                                                          \
                float s = 0;                                                                                       \
                ACC(acc loop seq order)                                                                         \
                for (int k = 0; k < l; k++) {                                                                      \
                    ACC(acc cache(__VA_ARGS__))                                                                 \
                    s += a[i][k] * b[k][j] + (i - j);                                                              \
                }                                                                                                  \
                c[i][j] = s;                                                                                       \
            }                                                                                                      \
        }                                                                                                          \
    }
PRODUCT(strips, gang, gang vector(32), , a[i][k:1])
PRODUCT(wide, gang, gang vector, , a)
PRODUCT(columns, gang, gang vector(32) unroll(2), , a[i][k:1])
PRODUCT(rows, gang unroll(2), gang vector(32), , a[i][k:1])
PRODUCT(odd, gang unroll(3), gang vector(48) unroll(2), , b[k][j:1])
PRODUCT(squares, gang worker(16), gang vector(16), , a[i][k:1], b[k][j:1])
PRODUCT(blocks, gang vector(4) unroll(4), gang vector(32), , b, a)
PRODUCT(automatic, , , , a, b)
PRODUCT(by_variable, gang, gang vector(width), , a)
PRODUCT(unrolled, gang, gang vector(32), unroll(4), a)

static void tiled(int n, int m, int l, int width, float (*restrict a)[l], float (*restrict b)[m], float (*restrict c)[m])
{
    (void)width;
#pragma acc parallel loop tile(8, 64) copyin(a[0:n], b[0:l]) copyout(c[0:n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float s = 0;
            for (int k = 0; k < l; k++) {
#pragma acc cache(a, b)
                s += a[i][k] * b[k][j] + (i - j);
            }
            c[i][j] = s;
        }
}

// Each iteration starts its sum with what it read before, and a second loop in order goes over another range.
static void two(int n, int m, int l, double (*restrict a)[l], double (*restrict b)[m], double (*restrict c)[m], const double *restrict w)
{
#pragma acc parallel loop gang worker unroll(2) num_workers(2) vector_length(64) copyin(a[0:n], b[0:l], w[0:l]) copy(c[0:n])
    for (int i = 0; i < n; i++) {
#pragma acc loop vector
        for (int j = 1; j < m; j++) {
#pragma acc loop seq
            for (int k = 0; k < l; k++) {
#pragma acc cache(a[i][k:1], w[k:1])
                c[i][j] += a[i][k] * b[k][j] * w[k];
            }
#pragma acc loop seq
            for (int k = 1; k < l - 1; k++)
                c[i][j] -= a[i][k] * b[k - 1][j];
        }
    }
}

// Tiles have one number for all loops in order.
static void unevenly(int n, int m, int l, float (*restrict a)[l], float (*restrict b)[m], float (*restrict c)[m])
{
#pragma acc parallel loop gang vector_length(64) copyin(a[0:n], b[0:l]) copyout(c[0:n])
    for (int i = 0; i < n; i++) {
#pragma acc loop vector
        for (int j = 0; j < m; j++) {
            float s = 0;
#pragma acc loop seq unroll(2)
            for (int k = 0; k < l / 2; k++) {
#pragma acc cache(a)
                s += a[i][k] * b[k][j] + (i - j);
            }
#pragma acc loop seq unroll(3)
            for (int k = l / 2; k < l; k++)
                s += a[i][k] * b[k][j] + (i - j);
            c[i][j] = s;
        }
    }
}

// What is summed up under a condition stays as it is.
static void under_condition(int n, int m, int l, float (*restrict a)[l], float (*restrict b)[m], float (*restrict c)[m])
{
#pragma acc parallel loop gang vector_length(64) copyin(a[0:n], b[0:l]) copyout(c[0:n])
    for (int i = 0; i < n; i++) {
#pragma acc loop vector
        for (int j = 0; j < m; j++) {
            float s = 0;
#pragma acc loop seq
            for (int k = 0; k < l; k++) {
#pragma acc cache(a)
                s += a[i][k] > 3 ? b[k][j] : 1;
            }
            c[i][j] = s;
        }
    }
}

enum { N = 131, M = 151, L = 77 };
static float a[N][L], b[L][M], c[N][M], want[N][M];
static double p[N][L], q[L][M], r[N][M], w[L], right[N][M];

static void compare(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            CHECK(c[i][j] == want[i][j]);
            c[i][j] = -1;
        }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int k = 0; k < L; k++)
            a[i][k] = (i + 2 * k) % 8, p[i][k] = a[i][k] / 2;
    for (int k = 0; k < L; k++) {
        w[k] = k % 3;
        for (int j = 0; j < M; j++)
            b[k][j] = (3 * k + j) % 8, q[k][j] = b[k][j] / 4;
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            float s = 0;
            for (int k = 0; k < L; k++)
                s += a[i][k] * b[k][j] + (i - j);
            want[i][j] = s;
        }
#define TRY(f) f(N, M, L, 32, a, b, c), compare()
    TRY(strips), TRY(wide), TRY(columns), TRY(rows), TRY(odd), TRY(squares), TRY(blocks), TRY(automatic), TRY(tiled);
    TRY(by_variable), TRY(unrolled);
    unevenly(N, M, L, a, b, c), compare();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            float s = 0;
            for (int k = 0; k < L; k++)
                s += a[i][k] > 3 ? b[k][j] : 1;
            want[i][j] = s;
        }
    under_condition(N, M, L, a, b, c), compare();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            r[i][j] = right[i][j] = i - j;
            for (int k = 0; k < L && j > 0; k++)
                right[i][j] += p[i][k] * q[k][j] * w[k];
            for (int k = 1; k < L - 1 && j > 0; k++)
                right[i][j] -= p[i][k] * q[k - 1][j];
        }
    two(N, M, L, p, q, r, w);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            CHECK(r[i][j] == right[i][j]);
    return CHECKED();
}
