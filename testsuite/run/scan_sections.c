// Sections that the host finds by a scan: only elements are looked at that the construct uses, whatever stands in the others.
// expect: device kernels=15
// expect: multicore host_kernels=15
#include "check.h"
#include <stdlib.h>
#include <string.h>

enum { N = 60, WILD = 2000000000 };

struct edge {
    int from, to;
    double weight;
};
struct grid {
    int width, height, pitch;
};

/* Subscripts below zero. */
static void below(int n, const int *at, const double *middle, double *restrict out)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        out[i] = middle[at[i]];
}

static void summed(int n, const int *at, double *y)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        y[at[i]] += i;
}

/* What isn't used may hold anything. */
static void guarded(int n, const int *used, const int *at, const double *x, double *restrict out)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        const int c = at[i];
        if (used[i] && c >= 0)
            out[i] = x[c];
        else
            out[i] = -1;
    }
}

/* Narrow and unsigned tables; accesses in parts of an expression. */
static void chosen(int n, const unsigned char *m, const unsigned short *at, const double *x, double *restrict out)
{
    #pragma acc parallel loop
    for (int i = 0; i < n; i++)
        out[i] = m[i] ? x[at[i] * 2 + 1] : m[i] || x[at[i] - 1] > 3 ? 5 : 6;
}

static void twice(int n, const long *b, const unsigned *c, const float *a, float *restrict out)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        out[i] = a[b[c[i]]];
}

/* A counter that goes on under a condition, from the host's value. */
static int packed(int n, const double *a, double *restrict out)
{
    int k = 3;
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        if (a[i] > 10)
            out[k++] = a[i];
    return k;
}

static void between(int n, const struct edge *e, double *y)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        y[e[i].from] += e[i].weight;
        y[e[i].to] -= e[i].weight;
    }
}

/* Bounds and strides in a struct behind a pointer. */
static void pitched(const struct grid *g, double *restrict a, const double *b)
{
    #pragma acc kernels
    for (int j = 0; j < g->height; j++)
        for (int i = 0; i < g->width; i++)
            a[j * g->pitch + i] = b[j * g->pitch + i] + 1;
}

static void pairs(int n, double *restrict a, const double *b)
{
    #pragma acc kernels
    for (int i = 0; i + 1 < n; i += 2) {
        a[i] = b[i + 1];
        a[i + 1] = b[i];
    }
}

/* Jumps in loops whose ends are data. */
static void walked(int n, const int *start, const int *length, const double *x, double *restrict out)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        double s = 0;
        int k = start[i], left = length[i];
        while (left-- > 0) {
            if (k % 7 == 3) {
                k++;
                continue;
            }
            if (k > 40)
                break;
            s += x[k++];
        }
        do
            s += x[left + 2];
        while (left++ < 0);
        out[i] = s;
    }
}

/* The inner loop may have no iteration; then nothing is touched. */
static void rows(int n, int m, const int *at, const double *a, double *y)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            y[at[i]] += a[i * m + j];
}

/* Rows of a fixed length, and a pointer that is made in each iteration. */
static void blocks(int n, const int *at, double (*x)[4], const double *y, double *restrict out)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        const double *p = y + at[i];
        out[i] = x[at[i]][3] + p[1];
    }
}

static int table[N];
static void global(int n, const double *x, double *restrict out)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        switch (table[i] & 1) {
        case 0:
            out[i] = x[table[i] & ~1];
            break;
        default:
            out[i] = -2;
        }
}

int main(void)
{
    static double x[N], out[N], rows_of[N][4];
    static float f[N], g[N];
    static int at[N], used[N], start[N], length[N];
    static long b[N];
    static unsigned c[N];
    static unsigned char m[N];
    static unsigned short narrow[N];
    static struct edge e[N];
    for (int i = 0; i < N; i++) {
        x[i] = i + 0.5;
        f[i] = i;
        b[i] = N - 1 - i;
        c[i] = i * 3 % N;
        m[i] = i & 1;
        narrow[i] = i % 20 + 1;
        e[i] = (struct edge){ i, (i + 3) % N, i };
        start[i] = i;
        length[i] = i % 5;
        for (int j = 0; j < 4; j++)
            rows_of[i][j] = 4 * i + j;
    }

    for (int i = 0; i < N; i++)
        at[i] = i % 9 - 4;
    below(N, at, x + 20, out);
    for (int i = 0; i < N; i++)
        CHECK(out[i] == 20.5 + i % 9 - 4);
    below(0, NULL, NULL, NULL);

    memset(out, 0, sizeof out);
    for (int i = 0; i < N; i++)
        at[i] = 2 * (i % 10) + 5;
    summed(N, at, out);
    for (int i = 0; i < N; i++)
        CHECK(out[i] == (i >= 5 && i < 25 && i % 2 ? 6 * ((i - 5) / 2) + 150 : 0));

    for (int i = 0; i < N; i++) {
        used[i] = i % 3;
        at[i] = i % 3 == 0 ? WILD : i % 4 == 0 ? -WILD : N - 1 - i;
    }
    guarded(N, used, at, x, out);
    for (int i = 0; i < N; i++)
        CHECK(out[i] == (i % 3 == 0 || i % 4 == 0 ? -1 : N - 0.5 - i));

    chosen(N, m, narrow, x, out);
    for (int i = 0; i < N; i++)
        CHECK(out[i] == (m[i] ? 2 * narrow[i] + 1.5 : narrow[i] - 0.5 > 3 ? 5 : 6));

    twice(N, b, c, f, g);
    for (int i = 0; i < N; i++)
        CHECK(g[i] == N - 1 - i * 3 % N);

    memset(out, 0, sizeof out);
    CHECK(packed(N, x, out) == N - 7);
    for (int i = 0; i < N - 7; i++)
        CHECK(out[i] == (i < 3 ? 0 : i + 7.5));

    memset(out, 0, sizeof out);
    between(N, e, out);
    for (int i = 0; i < N; i++)
        CHECK(out[i] == i - (i + N - 3) % N);

    memset(out, 0, sizeof out);
    struct grid *grid = malloc(sizeof *grid);
    *grid = (struct grid){ 4, 5, 8 };
    pitched(grid, out, x);
    for (int i = 0; i < N; i++)
        CHECK(out[i] == (i < 40 && i % 8 < 4 ? i + 1.5 : 0));
    free(grid);

    memset(out, 0, sizeof out);
    pairs(N - 1, out, x);
    for (int i = 0; i < N; i++)
        CHECK(out[i] == (i < N - 2 ? (i ^ 1) + 0.5 : 0));

    walked(N, start, length, x, out);
    for (int i = 0; i < N; i++) {
        double s = 0;
        int k = start[i], left = length[i];
        for (; left > 0; left--)
            if (k % 7 == 3)
                k++;
            else if (k > 40)
                break;
            else
                s += x[k++];
        left--;
        do
            s += x[left + 2];
        while (left++ < 0);
        CHECK(out[i] == s);
    }

    for (int i = 0; i < N; i++)
        at[i] = i % 11 + 30;
    memset(out, 0, sizeof out);
    rows(N / 5, 5, at, x, out);
    rows(10, 0, NULL, x, out);
    for (int i = 0; i < N; i++)
        CHECK(out[i] == (i < 30 || i > 40 ? 0 : 25 * (i - 30) + 12.5 + (i == 30 ? 287.5 : 0)));

    blocks(20, at, rows_of, x, out);
    for (int i = 0; i < 20; i++)
        CHECK(out[i] == 4 * at[i] + 3 + at[i] + 1.5);

    for (int i = 0; i < N; i++)
        table[i] = i;
    global(N, x, out);
    for (int i = 0; i < N; i++)
        CHECK(out[i] == (i % 2 ? -2 : i + 0.5));
    return CHECKED();
}
