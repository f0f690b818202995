// Pointers and counters that loops step beside their own variable, on the cores too: each iteration has its own, which begins where C would have it. In nests,
// sums by parts, tiles, loops with questions, in the bodies of macros, without braces, and in C89.
// run: -O2 -Wno-openacc
// env: OMP_NUM_THREADS=3 ACCRS_LEAST_WORK=0
// again: ACCRS_CORES=never
// report: p, q: computed from the iteration
#include "check.h"
#include <stdlib.h>

enum { N = 5003, ROWS = 37, COLUMNS = 91 };

static void copied(int n, const double *restrict a, double *restrict b)
{
    const double *p = a;
    double *q = b;
#pragma acc kernels copyin(a[0 : n]) copy(b[0 : n])
    for (int i = 0; i < n; i++)
        *q++ += 2 * *p++;
}

// Whether they overlap is asked.
static void perhaps(int n, double *p, double *q)
{
#pragma acc kernels
    for (int i = 0; i < n; i++) {
        *q = *p + 1;
        p++;
        q++;
    }
}

static double product(int n, const double *p, const float *q)
{
    double s = 1;
#pragma acc kernels
    for (int i = 2; i <= n; i++)
        s += *p++ * *q++;
    return s;
}

static double largest(int n, const double *p)
{
    double most = -1;
#pragma acc kernels
    for (int i = 0; i < n; i++) {
        if (*p > most)
            most = *p;
        p += 1;
    }
    return most;
}

// Over two loops, and the rows of a matrix whose rows lie further apart.
static void nested(int n, int m, double *restrict p, const double *restrict q)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j++)
            *p++ = *q++ + i;
}

static void rows(int n, int m, int pitch, double *restrict a)
{
#pragma acc kernels
    for (int i = 0; i < n; i++) {
        double *p = a + i * pitch;
        for (int j = 0; j < m; j++)
            *p++ *= i - j;
    }
}

static void by_gangs(int n, int m, double *restrict a)
{
#pragma acc parallel loop copy(a[0 : n * m])
    for (int i = 0; i < n; i++) {
        double *p = a + i * m;
        int k = i;
        for (int j = 0; j < m; j++) {
            *p++ += k;
            k += 2;
        }
    }
}

static void strided(int n, int by, const int *restrict a, int *restrict b)
{
    int k = 1;
    unsigned char wraps = 250;
#pragma acc kernels copyin(a[0 : n * by + 1])
    for (int i = 0; i < n; i++) {
        b[i] = a[k] + wraps;
        k += by;
        wraps += 3;
    }
}

#define NEXT(to, from) *to++ = *from++ + 1
#define EACH(n, what)           \
    for (int i = 0; i < n; i++) \
        what

static void macros(int n, const int *restrict p, int *restrict q)
{
#pragma acc kernels
    EACH(n, NEXT(q, p));
}

static void old(int n, const double *restrict a, double *restrict b)
{
    int i;
    const double *p;
    p = a;
#pragma acc kernels
    for (i = 0; i < n; ++i) {
        double x, y;
        x = *p;
        y = x * x;
        ++p;
        *(b++) = y - x;
    }
}

// The rows of one product walk, the columns of the other one are strided.
static void multiplied(int n, const double *restrict a, const double *restrict b, double *restrict c)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const double *p = a + i * n;
            const double *q = b + j;
            double s = 0;
            for (int k = 0; k < n; k++) {
                s += *p * *q;
                p++;
                q += n;
            }
            c[i * n + j] = s;
        }
}

// Work arrays of the iterations, in which a pointer walks.
static void with_room(int n, int m, double *restrict a)
{
#pragma acc kernels
    for (int i = 0; i < n; i++) {
        double room[COLUMNS];
        double *p = a + i * m;
        for (int j = 0; j < m; j++)
            room[j] = a[i * m + (j + 1) % m];
        for (int j = 0; j < m; j++)
            *p++ = room[j] - j;
    }
}

// Names that inner blocks have for something else, and that loops beside these have again.
static void hidden(int n, int m, int from, int *restrict p)
{
#pragma acc kernels copy(p[0 : (n - from) * m])
    for (int i = from; i < n; i++) {
        int from = 100;
        for (int j = 0; j < m; j++)
            *p++ = from + i;
    }
}

// Complex numbers, two steps for each.
static void several(int n, const double *restrict p, double *restrict q)
{
#pragma acc kernels
    for (int i = 0; i < n; i++) {
        double re = *p++, im = *p++;
        *q++ = re * re - im * im;
        q[0] = 2 * re * im;
        q++;
    }
}

// Beside a loop inside, which reads what was stepped.
static void beside(int n, int m, const double *restrict p, double *restrict q)
{
#pragma acc kernels copyin(p[0 : n * m])
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < m; j++)
            s += p[j] * (j + 1);
        p += m;
        *q++ = s;
        for (int j = 0; j < 3; j++)
            q[j] += 1;
        q += 3;
    }
}

// Pointers of the region's own.
static void own(int n, const double *a, double *b)
{
#pragma acc kernels copyin(a[0 : n]) copyout(b[0 : n])
    {
        const double *p = a;
        double *q = b;
        int k = -3;
        for (int i = -2; i < n - 2; i++) {
            *q++ = *p++ + k;
            k -= 2;
        }
    }
}

// Loops that count down, by several, or with pointers.
static void other_heads(int n, const double *restrict a, double *restrict b)
{
    const double *p = a, *q = a, *r = a;
    double *to = b, *at = b + n;
    long k = 0;
#pragma acc kernels
    {
        for (int i = n; i > 0; i--)
            *to++ = *p++ - i;
        for (int i = 3; i <= n + 2; i += 3) {
            at[0] = *q++;
            at[1] = *q++;
            at[2] = *q++;
            at += 3;
        }
        for (double *c = b; c < b + n; c++) {
            *c += *r++ + k;
            k += 2;
        }
    }
}

// Pointers of the function's, as old programs declare them.
static void given(int n, int m, const double *restrict a, double *restrict b)
{
    int i, j;
    const double *p;
    double *q;
#pragma acc kernels
    for (i = 0; i < n; i++) {
        p = a + i * m;
        q = b + i * m;
        for (j = m - 1; j >= 0; j--)
            *q++ = *p++ + i * j;
    }
}

int main(void)
{
    static double a[N], b[N], c[N];
    static float f[N];
    static int k[4 * N], l[4 * N];
    for (int i = 0; i < N; i++) {
        a[i] = i % 17 - 3;
        b[i] = i;
        f[i] = i % 5;
    }
    for (int i = 0; i < 4 * N; i++)
        k[i] = i % 1009;
    copied(N, a, b);
    for (int i = 0; i < N; i++)
        CHECK(b[i] == i + 2 * a[i]);
    perhaps(N, a, b);
    for (int i = 0; i < N; i++)
        CHECK(b[i] == a[i] + 1);
    b[0] = 0;
    perhaps(N - 1, b, b + 1);
    for (int i = 0; i < N; i++)
        CHECK(b[i] == i);
    double s = 1;
    for (int i = 2; i <= 4000; i++)
        s += a[i - 2] * f[i - 2];
    CHECK(product(4000, a, f) == s);
    CHECK(largest(N, a) == 13 && largest(2, a) == -1);
    nested(ROWS, COLUMNS, c, b);
    for (int i = 0; i < ROWS * (COLUMNS - 1); i++)
        CHECK(c[i] == b[i] + i / (COLUMNS - 1));
    for (int i = 0; i < N; i++)
        c[i] = 1;
    rows(ROWS, COLUMNS - 9, COLUMNS, c);
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            CHECK(c[i * COLUMNS + j] == (j < COLUMNS - 9 ? i - j : 1));
    by_gangs(ROWS, COLUMNS, c);
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            CHECK(c[i * COLUMNS + j] == (j < COLUMNS - 9 ? i - j : 1) + i + 2 * j);
    strided(N, 3, k, l);
    for (int i = 0; i < N; i++)
        CHECK(l[i] == k[1 + 3 * i] + (unsigned char)(250 + 3 * i));
    macros(N, k, l);
    for (int i = 0; i < N; i++)
        CHECK(l[i] == k[i] + 1);
    old(N, a, c);
    for (int i = 0; i < N; i++)
        CHECK(c[i] == a[i] * a[i] - a[i]);
    multiplied(60, a, b, c);
    for (int i = 0; i < 60; i++)
        for (int j = 0; j < 60; j++) {
            double x = 0;
            for (int m = 0; m < 60; m++)
                x += a[i * 60 + m] * b[m * 60 + j];
            CHECK(c[i * 60 + j] == x);
        }
    for (int i = 0; i < N; i++)
        c[i] = i;
    with_room(ROWS, COLUMNS, c);
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            CHECK(c[i * COLUMNS + j] == i * COLUMNS + (j + 1) % COLUMNS - j);
    hidden(30, 20, 4, l);
    for (int i = 0; i < 26 * 20; i++)
        CHECK(l[i] == 100 + 4 + i / 20);
    for (int i = 0; i < N; i++)
        c[i] = 7;
    beside(40, 50, a, c);
    for (int i = 0; i < 40; i++) {
        double x = 0;
        for (int j = 0; j < 50; j++)
            x += a[i * 50 + j] * (j + 1);
        CHECK(c[4 * i] == x && c[4 * i + 1] == 8 && c[4 * i + 3] == 8 && c[160] == 7);
    }
    other_heads(N / 3 * 3 / 2, a, c);
    for (int i = 0, n = N / 3 * 3 / 2; i < n / 3 * 3; i++)
        CHECK(c[i] == a[i] - (n - i) + a[i] + 2 * i && c[n + i] == a[i]);
    given(ROWS, COLUMNS, a, c);
    for (int i = 0; i < ROWS * COLUMNS; i++)
        CHECK(c[i] == a[i] + i / COLUMNS * (COLUMNS - 1 - i % COLUMNS));
    own(N, a, c);
    for (int i = 0; i < N; i++)
        CHECK(c[i] == a[i] - 3 - 2 * i);
    several(N / 2, b, c);
    for (int i = 0; i < N / 2; i++) {
        double re = b[2 * i], im = b[2 * i + 1];
        CHECK(c[2 * i] == re * re - im * im && c[2 * i + 1] == 2 * re * im);
    }
    return CHECKED();
}
