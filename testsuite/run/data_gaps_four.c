// Sections of four dimensions with gaps in each: blocks that are several widths apart, in data clauses and in `update`. What is not named does not move.
// expect: device kernels=2 upload_bytes=360 download_bytes=360
#include "check.h"

enum { A = 4, B = 5, C = 6, D = 7 };

static short x[A][B][C][D], w[A][B][C][D];

static int named(int i, int j, int k, int l)
{
    return i >= 1 && i < 3 && j >= 1 && j < 4 && k >= 2 && k < 5 && l >= 1 && l < 6;
}

static void fill(void)
{
    int n = 0;
    for (int i = 0; i < A; i++)
        for (int j = 0; j < B; j++)
            for (int k = 0; k < C; k++)
                for (int l = 0; l < D; l++)
                    x[i][j][k][l] = w[i][j][k][l] = (short)n++;
}

static void check(int times)
{
    for (int i = 0; i < A; i++)
        for (int j = 0; j < B; j++)
            for (int k = 0; k < C; k++)
                for (int l = 0; l < D; l++)
                    CHECK(x[i][j][k][l] == w[i][j][k][l] * (named(i, j, k, l) ? times : 1));
}

int main(void)
{
    fill();
    /* 2 x 3 x 3 x 5 numbers of two bytes each way, twice. */
#pragma acc parallel loop collapse(4) copy(x[1:2][1:3][2:3][1:5])
    for (int i = 1; i < 3; i++)
        for (int j = 1; j < 4; j++)
            for (int k = 2; k < 5; k++)
                for (int l = 1; l < 6; l++)
                    x[i][j][k][l] *= 2;
    check(2);
    fill();
#pragma acc data create(x)
    {
#pragma acc update device(x[1:2][1:3][2:3][1:5])
#pragma acc parallel loop collapse(4)
        for (int i = 1; i < 3; i++)
            for (int j = 1; j < 4; j++)
                for (int k = 2; k < 5; k++)
                    for (int l = 1; l < 6; l++)
                        x[i][j][k][l] *= 3;
#pragma acc update self(x[1:2][1:3][2:3][1:5])
    }
    check(3);
    return CHECKED();
}
