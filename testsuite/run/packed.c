// Of a block of a matrix, of a column, of the first elements of a long array only these move, without a clause. What lies between them stays as it is on
// the host, whatever the device has in its place.
// Up: block 64 rows of 512 bytes; tile 64 of 256; column 500 of 8; head 800; stencil 42 of 336 but for two corners, and 40 of 320; triangle 40 of 320;
// downwards 30 of 152; of_parameter 30 of 80; conditional 20 of 400; planes 3 of 1240; sum 50 of 400, and 8; big.
// report: rows of it may move alone
// expect: device kernels=13 uploads=14 upload_bytes=4132336 downloads=12 download_bytes=4098240
#include "check.h"
#include <string.h>

enum { ROWS = 100, LD = 5000, N = 500, LONG = 100000 };

static double big[ROWS * LD], old[ROWS * LD];
static float tile[64][64], large[ROWS * LD];
static double m[N][N], m_old[N][N], head[LONG];
static double cube[6][20][50], cube_old[6][20][50];

static void fill(void)
{
    for (int i = 0; i < ROWS * LD; i++)
        big[i] = old[i] = i % 1000;
}

/* Nothing but what the loops of `i` and `j` touch has changed. */
static int others_kept(int (*touched)(int, int))
{
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < LD; j++)
            if (!touched(i, j) && big[i * LD + j] != old[i * LD + j])
                return 0;
    return 1;
}

static int in_block(int i, int j)
{
    return i < 64 && j < 64;
}

static int in_stencil(int i, int j)
{
    return i > 9 && i < 50 && j > 4999 - 41 && j < 4999;
}

static int in_triangle(int i, int j)
{
    return i >= 7 && i < 47 && j >= 100 && j - 100 <= i - 7;
}

static int backwards(int i, int j)
{
    return i < 30 && j % 2 == 1 && j >= 3 && j < 3 + 20;
}

static int some(int i, int j)
{
    return i < 20 && j < 50 && old[i * LD + j] > 25;
}

static void block(double *p)
{
#pragma acc kernels
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++)
            p[i * 5000 + j] *= 2;
}

static void copy_tile(int ld, const float *restrict p)
{
#pragma acc kernels
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++)
            tile[i][j] = p[(size_t)i * ld + j];
}

static void column(int k)
{
#pragma acc kernels
    for (int i = 0; i < N; i++)
        m[i][k] = m[i][k] + i;
}

static void first(int n)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        head[i] += 3;
}

/* At the end of the rows, with all neighbours: what is read is in another array. */
static void stencil(int from, int to, int left, int right, int ld, const double *restrict u, double *restrict v)
{
#pragma acc kernels
    for (int i = from; i < to; i++)
        for (int j = left; j < right; j++)
            if (u[i * ld + j] >= 0)
                v[i * ld + j] = u[(i - 1) * ld + j] + u[(i + 1) * ld + j] + u[i * ld + j - 1] + u[i * ld + j + 1];
}

static void triangle(int n, double *p)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            p[i * 5000 + j] += j;
}

static void downwards(int n, int ld, double *restrict p)
{
#pragma acc kernels
    for (int i = n - 1; i >= 0; i--)
        for (int j = 9; j >= 0; j--)
            p[i * ld + 2 * j] -= 1;
}

static void of_parameter(int n, int w, double a[n][LD], const double b[n][w])
{
#pragma acc kernels
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 10; j++)
            a[i][j + 20] = b[i][j];
}

static void conditional(int n, int w, int ld, double *restrict p)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < w; j++)
            if (p[i * ld + j] > 25)
                p[i * ld + j] = -1;
}

static void planes(int k0, int k1, int j1)
{
#pragma acc kernels
    for (int k = k0; k < k1; k++)
        for (int i = 2; i < 6; i++)
            for (int j = 0; j < j1; j++)
                cube[k][i][j] *= 3;
}

static double sum(int n, int ld, const double *p)
{
    double s = 0;
#pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            s += p[i * ld + j];
    return s;
}

int main(void)
{
    fill();
    block(big);
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++)
            CHECK(big[i * LD + j] == 2 * old[i * LD + j]);
    CHECK(others_kept(in_block));

    for (int i = 0; i < ROWS * LD; i++)
        large[i] = i % 77;
    copy_tile(LD, large);
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++)
            CHECK(tile[i][j] == large[i * LD + j]);

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            m[i][j] = m_old[i][j] = i - j;
    column(17);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            CHECK(m[i][j] == m_old[i][j] + (j == 17 ? i : 0));

    first(100);
    for (int i = 0; i < LONG; i++)
        CHECK(head[i] == (i < 100 ? 3 : 0));

    fill();
    stencil(10, 50, LD - 41, LD - 1, LD, old, big);
    for (int i = 10; i < 50; i++)
        for (int j = LD - 41; j < LD - 1; j++)
            CHECK(big[i * LD + j] == old[(i - 1) * LD + j] + old[(i + 1) * LD + j] + old[i * LD + j - 1] + old[i * LD + j + 1]);
    CHECK(others_kept(in_stencil));

    fill();
    triangle(40, big + 7 * LD + 100);
    for (int i = 7; i < 47; i++)
        for (int j = 100; j - 100 <= i - 7; j++)
            CHECK(big[i * LD + j] == old[i * LD + j] + j - 100);
    CHECK(others_kept(in_triangle));

    fill();
    downwards(30, LD, big + 3);
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 10; j++)
            CHECK(big[i * LD + 3 + 2 * j] == old[i * LD + 3 + 2 * j] - 1);
    CHECK(others_kept(backwards));

    fill();
    {
        static double b[30][10];
        for (int i = 0; i < 30; i++)
            for (int j = 0; j < 10; j++)
                b[i][j] = 100 * i + j;
        of_parameter(30, 10, (double(*)[LD])big, (const double(*)[10])b);
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < LD; j++)
                CHECK(big[i * LD + j] == (i < 30 && j >= 20 && j < 30 ? 100 * i + j - 20 : old[i * LD + j]));
    }

    fill();
    conditional(20, 50, LD, big);
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 50; j++)
            CHECK(big[i * LD + j] == (some(i, j) ? -1 : old[i * LD + j]));
    CHECK(others_kept(some));

    for (int k = 0; k < 6; k++)
        for (int i = 0; i < 20; i++)
            for (int j = 0; j < 50; j++)
                cube[k][i][j] = cube_old[k][i][j] = k + i + j;
    planes(1, 4, 5);
    for (int k = 0; k < 6; k++)
        for (int i = 0; i < 20; i++)
            for (int j = 0; j < 50; j++) {
                int in = k >= 1 && k < 4 && i >= 2 && i < 6 && j < 5;
                CHECK(cube[k][i][j] == cube_old[k][i][j] * (in ? 3 : 1));
            }

    fill();
    double want = 0;
    for (int i = 0; i < 50; i++)
        for (int j = 0; j < 50; j++)
            want += old[i * LD + j];
    CHECK(sum(50, LD, big) == want);

    // What is on the device already stays there as a whole.
#pragma acc data copy(big)
    {
        block(big);
#pragma acc parallel loop
        for (int i = 0; i < ROWS * LD; i++)
            big[i] += 1;
    }
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < LD; j++)
            CHECK(big[i * LD + j] == old[i * LD + j] * (in_block(i, j) ? 2 : 1) + 1);
    return CHECKED();
}
