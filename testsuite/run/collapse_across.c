// Loops under collapse that are spread one by one: transpositions in both directions, with arithmetic, flattened, of three loops; stencils over space with
// rows of any length, from one element to more than a warp. Sizes are no multiple of a tile's.
// report: with to[j][i] through shared memory
// report: with from[j][i] through shared memory
// report: with b[j*n + i] through shared memory
// report: with a[k][j][i] through shared memory
// report: collapse: its loops are spread one by one, since memory is read or written along several of them
// report: collapse: its loops are spread one by one, as a grid of blocks
// expect: device kernels=12
// launch: collapse_across_stores_29 grid=3x2x1 block=32x8x1
// launch: collapse_across_loads_37 grid=2x3x1 block=32x8x1
// launch: collapse_across_flat_54 grid=3x2x1 block=32x8x1
// launch: collapse_across_turned_70 grid=2x2x5 block=32x8x1
// launch: collapse_across_few_80 grid=4097x1x1 block=128x1x1
// launch: collapse_across_space_88 grid=3x1x1 block=8x16x1
// launch: collapse_across_structs_97 grid=3x2x1 block=32x8x1
#include "check.h"
#include <string.h>

enum { N = 45, M = 71, L = 5 };
struct pair {
    double x, y;
};

static double a2[N][M], b2[M][N], s2[N][N], q2[N][N];

static void stores(int n, int m, double (*restrict from)[m], double (*restrict to)[n])
{
#pragma acc parallel loop collapse(2) copyin(from[0:n]) copyout(to[0:m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            to[j][i] = from[i][j];
}

static void loads(int n, int m, double (*restrict from)[m], double (*restrict to)[n])
{
#pragma acc parallel loop collapse(2) copyin(from[0:n]) copyout(to[0:m]) async(1)
    for (long i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            to[i][j] = from[j][i];
#pragma acc wait
}

static void mixed(int n, int m, double alpha, double beta, double (*restrict from)[m], double (*restrict to)[n])
{
#pragma acc kernels loop independent collapse(2) copyin(from[0:n]) copy(to[0:m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            to[j][i] = alpha * from[i][j] + beta * to[j][i];
}

static void flat(int n, int m, const float *restrict a, float *restrict b)
{
#pragma acc parallel loop collapse(2) copyin(a[0:n*m]) copyout(b[0:n*m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[j * n + i] = a[i * m + j];
}

static void symmetric(int n, double (*restrict a)[n], double (*restrict s)[n])
{
#pragma acc parallel loop collapse(2) copyin(a[0:n]) copyout(s[0:n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            s[i][j] = 0.5 * (a[i][j] + a[j][i]);
}

static void turned(int n, int m, int l, int (*restrict a)[m][n], int (*restrict b)[m][l])
{
#pragma acc parallel loop collapse(3) copyin(a[0:l]) copyout(b[0:n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < l; k++)
                b[i][j][k] = a[k][j][i];
}

/* So few columns, as the text says, that one long loop is better. */
static void few(int n, const float (*restrict from)[3], float *restrict to)
{
#pragma acc parallel loop collapse(2) copyin(from[0:n]) copyout(to[0:3*n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++)
            to[j * n + i] = from[i][j];
}

static void space(int n, int m, int l, double (*restrict from)[m][l], double (*restrict to)[m][l])
{
#pragma acc parallel loop collapse(3) copyin(from[0:n]) copy(to[0:n])
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            for (int k = 1; k < l - 1; k++)
                to[i][j][k] = from[i - 1][j][k] + from[i + 1][j][k] + from[i][j - 1][k] + from[i][j + 1][k] + from[i][j][k - 1] + 2 * from[i][j][k + 1];
}

static void structs(int n, int m, struct pair (*restrict from)[m], struct pair (*restrict to)[n])
{
#pragma acc parallel loop collapse(2) copyin(from[0:n]) copyout(to[0:m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            to[j][i] = from[i][j];
}

static double cube[L][18][40], out[L][18][40];

static int check_space(int l)
{
    int bad = 0;
    double (*from)[18][l] = (void *)cube, (*to)[18][l] = (void *)out;
    for (int i = 0; i < L; i++)
        for (int j = 0; j < 18; j++)
            for (int k = 0; k < l; k++)
                from[i][j][k] = i * 1000 + j * 50 + k * k, to[i][j][k] = -1;
    space(L, 18, l, from, to);
    for (int i = 0; i < L; i++)
        for (int j = 0; j < 18; j++)
            for (int k = 0; k < l; k++) {
                int edge = i == 0 || j == 0 || k == 0 || i == L - 1 || j == 17 || k == l - 1;
                double want = -1;
                if (!edge)
                    want = from[i - 1][j][k] + from[i + 1][j][k] + from[i][j - 1][k] + from[i][j + 1][k] + from[i][j][k - 1] + 2 * from[i][j][k + 1];
                bad += to[i][j][k] != want;
            }
    return bad;
}

static float triples[174763][3], planes[3 * 174763];
static int deep[33][L][37], flipped[37][L][33];
static struct pair p2[N][M], t2[M][N];

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a2[i][j] = i * 100 + j, p2[i][j].x = i - j, p2[i][j].y = i * j;
    stores(N, M, a2, b2);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            CHECK(b2[j][i] == a2[i][j]);
    memset(b2, 0, sizeof b2);
    loads(N, M, a2, b2);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            CHECK(b2[j][i] == a2[i][j]);
    mixed(N, M, 2, 0.5, a2, b2);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            CHECK(b2[j][i] == 2.5 * a2[i][j]);
    static float fa[N * M], fb[N * M];
    for (int i = 0; i < N * M; i++)
        fa[i] = i;
    flat(N, M, fa, fb);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            CHECK(fb[j * N + i] == fa[i * M + j]);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            q2[i][j] = i * i + j;
    symmetric(N, q2, s2);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            CHECK(s2[i][j] == 0.5 * (q2[i][j] + q2[j][i]));
    for (int k = 0; k < 33; k++)
        for (int j = 0; j < L; j++)
            for (int i = 0; i < 37; i++)
                deep[k][j][i] = (k * 10 + j) * 100 + i;
    turned(37, L, 33, deep, flipped);
    for (int k = 0; k < 33; k++)
        for (int j = 0; j < L; j++)
            for (int i = 0; i < 37; i++)
                CHECK(flipped[i][j][k] == deep[k][j][i]);
    for (int i = 0; i < 174763; i++)
        for (int j = 0; j < 3; j++)
            triples[i][j] = i * 3 + j;
    few(174763, triples, planes);
    for (int i = 0; i < 174763; i++)
        for (int j = 0; j < 3; j++)
            CHECK(planes[j * 174763 + i] == triples[i][j]);
    CHECK(check_space(10) == 0);
    CHECK(check_space(40) == 0);
    CHECK(check_space(3) == 0);
    CHECK(check_space(2) == 0);
    structs(N, M, p2, t2);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            CHECK(t2[j][i].x == i - j && t2[j][i].y == i * j);
    return CHECKED();
}
