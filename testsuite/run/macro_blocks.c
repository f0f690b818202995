// Macros of several statements, `do { … } while (0)`: blocks, and no loops. What they touch is certain, so its data, dependences and transformations are those of the
// statements alone. One that a `break` leaves is a loop, and stays one.
// expect: device kernels=5
// report: copyin(b[0:8*n]) [inferred
// report: on a GPU each gang copies its rows of p
#include "check.h"

#define ADD_SQUARE(x, y)         \
    do {                         \
        double t_ = (y);         \
        x += t_ * t_;            \
    } while (0)
#define SWAP(type, x, y)  do { type t_ = x; x = y; y = t_; } while (0)
#define STEP(v)           do v++; while (0)
#define NESTED(x, y)      do { SWAP(double, x, y); do { x += 1; } while (0); } while (0)
#define CLAMP(v, most)    do { if ((v) > (most)) { (v) = (most); break; } (v) += 1; } while (0)
#define FIRST(k, n, v)    do { for (k = 0; k < n; k++) if (v[k] > 3) break; } while (0)

enum { N = 1003 };

static void squares(int n, double *restrict a, const double *restrict b)
{
#pragma acc kernels
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = 0; k < 8; k++)
            ADD_SQUARE(s, b[8 * i + k]);
        a[i] = s;
    }
}

static void rows(int n, float *restrict p)
{
#pragma acc parallel loop copy(p[0:8 * n])
    for (int i = 0; i < n; i++)
        do {
            for (int k = 0; k < 4; k++)
                SWAP(float, p[8 * i + k], p[8 * i + 7 - k]);
            STEP(p[8 * i]);
        } while (0);
}

static void nested(int n, double *restrict a, double *restrict b)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        NESTED(a[i], b[i]);
}

static void left(int n, double *restrict a, const double *restrict b, int *restrict first)
{
#pragma acc kernels copy(a[0:n])
    for (int i = 0; i < n; i++)
        CLAMP(a[i], 40);
#pragma acc parallel loop copyin(b[0:8 * n]) copyout(first[0:n])
    for (int i = 0; i < n; i++) {
        int k;
        const double *v = b + 8 * i;
        FIRST(k, 8, v);
        first[i] = k;
    }
}

int main(void)
{
    static double a[N], b[8 * N], c[N];
    static float p[8 * N];
    static int first[N];
    for (int i = 0; i < 8 * N; i++)
        b[i] = i % 5, p[i] = i;
    squares(N, a, b);
    for (int i = 0; i < N; i++) {
        double s = 0;
        for (int k = 0; k < 8; k++)
            s += b[8 * i + k] * b[8 * i + k];
        CHECK(a[i] == s);
        c[i] = 2 * i;
    }
    rows(N, p);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 8; k++)
            CHECK(p[8 * i + k] == 8 * i + 7 - k + (k == 0));
    nested(N, a, c);
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 2 * i + 1);
    left(N, a, b, first);
    for (int i = 0; i < N; i++) {
        int k = 0;
        while (k < 8 && b[8 * i + k] <= 3)
            k++;
        CHECK(a[i] == (2 * i + 1 > 40 ? 40 : 2 * i + 2) && first[i] == k);
    }
    return CHECKED();
}
