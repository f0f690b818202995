// Scalars that each iteration of a loop of kernels assigns, and whose last value is used behind the loop: the loops run in parallel, and
// the last iteration's value is kept; without iterations, the one from before. In nests it is the last iteration of all loops.
// expect: device kernels=60
// expect: multicore host_kernels=36
// launch: kernels_kept_squares_34 grid=3x1x1 block=128x1x1
// launch: kernels_kept_product_44 grid=2x75x1 block=32x4x1
// launch: kernels_kept_rows_57 grid=3x1x1 block=64x1x1
#include "check.h"
#include <complex.h>
#include <stdbool.h>
#define N 300
#define M 40

static double x[N], r[N], a[N][M], b[N][M];
static int w[N];
static double level;
static short narrow_level;
static int t_own;

static void reset(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = i;
        r[i] = 0;
        w[i] = i % 7;
        for (int j = 0; j < M; j++)
            a[i][j] = 100 * i + j;
    }
}

static double squares(int n, double t)
{
    #pragma acc kernels copyin(x) copy(r)
    for (int i = 0; i < n; i++) {
        t = x[i] * x[i];
        r[i] = t + 1;
    }
    return t;
}

static double product(int n, int m, double t)
{
    #pragma acc kernels copyin(a) copy(b)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            t = 2 * a[i][j];
            b[i][j] = t;
        }
    return t;
}

static double rows(int n)
{
    double s = -1;
    int j, inside = -2;
    #pragma acc kernels copyin(a) copy(r)
    for (int i = 0; i < n; i++) {
        s = 0;
        for (j = 0; j < M; j++) {
            inside = i + j;
            s += a[i][j] * inside;
        }
        r[i] = s;
    }
    return s + inside;
}

/* The innermost loop of the last iteration has none. */
static int shrinking(int n)
{
    int k = -1;
    #pragma acc kernels copy(b)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n - 1 - i; j++) {
            k = 10 * i + j;
            b[i][j] = k;
        }
    return k;
}

static int blocks(int n)
{
    int k = -1;
    #pragma acc kernels copy(b)
    for (int o = 0; o < 3; o++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < 2 - o; j++) {
                k = 100 * o + 10 * i + j;
                b[3 * i + o][j] = k;
            }
    return k;
}

/* Loops that count in other ways; what is written alone. */
static void counts(int *out, int n)
{
    int down = -1, other = -1, small = -1, far = -1, walked = -1;
    #pragma acc kernels copy(w)
    for (int i = n - 1; i >= 0; i -= 3) {
        w[i] = i;
        down = i;
    }
    #pragma acc kernels copy(w)
    for (unsigned i = 5; i != 205; i += 5) {
        other = i + 1;
        w[i] = other;
    }
    #pragma acc kernels copy(w)
    for (unsigned char c = 250; c > 7; c -= 9) {
        small = c;
        w[c] = small;
    }
    #pragma acc kernels copy(w)
    for (long i = 0; i <= n - 1; i += n / 2) {
        far = i;
        w[i] = far;
    }
    #pragma acc kernels copy(w)
    for (int *p = w; p < w + n; p += 2) {
        walked = p - w;
        *p = walked;
    }
    out[0] = down, out[1] = other, out[2] = small, out[3] = far, out[4] = walked;
}

/* Of static storage, on several paths, of other types, beside a variable that has the copy's name. */
static void kinds(void)
{
    static long turn = -1;
    bool odd = false;
    float complex z = 0;
    unsigned char c = 9;
    t_own = 5;
    double t = 0;
    #pragma acc kernels copy(r)
    for (int i = 0; i < N; i++) {
        level = x[i] / 2;
        narrow_level = i * 300;
        turn = i;
        if (w[i] > 3)
            c = i;
        else
            c = w[i];
        t = i % 3 ? t_own : 1;
        if (i % 3 == 1)
            t = i;
        odd = i & 2;
        z = i + 2 * I;
        r[i] = level + narrow_level + turn + c + t + odd + crealf(z);
    }
    CHECK(level == (N - 1) / 2. && turn == N - 1 && t == 5 && t_own == 5);
    CHECK(narrow_level == (short)((N - 1) * 300));
    CHECK(c == (unsigned char)(w[N - 1] > 3 ? N - 1 : w[N - 1]));
    CHECK(odd && crealf(z) == N - 1 && cimagf(z) == 2);
    CHECK(r[4] == 2 + 1200 + 4 + 4 + 4 + 0 + 4);
}

/* What follows in the region reads it; a host's loop around does. */
static void within(int n)
{
    double t = 3, sum = 0;
    int k;
    #pragma acc kernels copy(r, b)
    {
        for (int i = 0; i < n; i++) {
            t = x[i] + 1;
            r[i] = t;
        }
        for (int i = 0; i < N; i++)
            b[i][0] = t;
    }
    CHECK(b[0][0] == (n ? n : 3) && b[N - 1][0] == b[0][0] && t == b[0][0]);
    for (k = 0; k < 4; k++) {
        sum += t;
        #pragma acc kernels copy(r)
        for (int i = 0; i < N; i++) {
            t = i + k;
            r[i] = t;
        }
    }
    CHECK(sum == b[0][0] + 3 * (N - 1) + 3 && t == N + 2);
    #pragma acc kernels copy(b)
    for (int s = 0; s < 3; s++) {
        for (int i = 1; i < N; i++) {
            t = b[i][0] + s;
            b[i][1] = t;
        }
        b[0][0] = t;
        for (int i = 1; i < N; i++)
            b[i][0] += b[0][0];
    }
    CHECK(t == b[0][0]);
}

/* Clauses that name it, queues, a condition, directives on the loops. */
static void clauses(void)
{
    double t = 1, u = 2, v = 3, q = 4;
    #pragma acc kernels copy(t, r)
    for (int i = 0; i < N; i++) {
        t = i;
        r[i] = t;
    }
    CHECK(t == N - 1);
    #pragma acc data create(u)
    {
        #pragma acc kernels copy(r)
        for (int i = 0; i < N; i++) {
            u = i + 1;
            r[i] = u;
        }
        #pragma acc update self(u)
    }
    CHECK(u == N);
    #pragma acc kernels copy(r) async(1)
    for (int i = 0; i < N; i++) {
        v = i + 2;
        r[i] = v;
    }
    #pragma acc wait(1)
    CHECK(v == N + 1);
    #pragma acc kernels copy(b)
    #pragma acc loop independent collapse(2)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            q = i - j;
            b[i][j] = q;
        }
    CHECK(q == N - M && b[5][7] == -2);
    #pragma acc kernels if(q > 1e6) copy(r)
    for (int i = 0; i < N; i++) {
        q = i + 5;
        r[i] = q;
    }
    CHECK(q == N + 4);
    #pragma acc kernels copy(b)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            q = j - i;
            b[j][i] = q;
        }
    CHECK(q == N - M);
}

int main(void)
{
    int out[5];
    reset();
    CHECK(squares(N, -7) == (N - 1) * (N - 1) && r[2] == 5);
    CHECK(squares(0, -7) == -7 && squares(1, -7) == 0);
    CHECK(product(N, M, 1) == 2 * a[N - 1][M - 1]);
    CHECK(product(0, M, 1) == 1 && product(N, 0, 1) == 1 && product(3, 5, 1) == 2 * a[2][4]);
    CHECK(rows(3) == r[2] + 2 + M - 1 && rows(0) == -3);
    CHECK(shrinking(6) == 40 && shrinking(1) == -1);
    CHECK(blocks(4) == 130);
    counts(out, N);
    CHECK(out[0] == 2 && out[1] == 201 && out[2] == 16 && out[3] == 150 && out[4] == 298);
    reset();
    kinds();
    within(N);
    within(0);
    clauses();
    return CHECKED();
}
