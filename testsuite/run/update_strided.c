// update of sections with gaps: columns of a matrix, blocks inside one, of three dimensions.
// covers: data strided update
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "check.h"
#include "device.h"
#define R 17
#define C 23

static int m[R][C], t[5][6][7];

int main(void)
{
    int rows = 4;
#pragma acc enter data copyin(m, t)
#pragma acc parallel loop collapse(2) present(m)
    for (int i = 0; i < R; i++)
        for (int j = 0; j < C; j++)
            m[i][j] = 100 * i + j + 1;
#pragma acc update self(m[0:R][3:1])
    for (int i = 0; i < R; i++)
        for (int j = 0; j < C; j++)
            CHECK(m[i][j] == (j == 3 || !discrete() ? 100 * i + j + 1 : 0));
#pragma acc update self(m[5:rows][10:6])
    for (int i = 5; i < 5 + rows; i++)
        for (int j = 9; j < 17; j++)
            CHECK(m[i][j] == ((j > 9 && j < 16) || !discrete() ? 100 * i + j + 1 : 0));
    for (int i = 0; i < R; i++)
        for (int j = 0; j < C; j++)
            m[i][j] = -1;
#pragma acc update device(m[2:3][4:5])
#pragma acc parallel loop present(m, t)
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 6; j++)
            for (int k = 0; k < 7; k++)
                t[i][j][k] = m[i][j];
#pragma acc update host(t[1:3][2:4][3:2])
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 6; j++)
            for (int k = 0; k < 7; k++) {
                int moved = i >= 1 && i < 4 && j >= 2 && k >= 3 && k < 5;
                int there = !discrete() || (i >= 2 && i < 5 && j >= 4 && j < 9) ? -1 : 100 * i + j + 1;
                CHECK(t[i][j][k] == (moved || !discrete() ? there : 0));
            }
#pragma acc parallel loop present(m)
    for (int i = 0; i < R; i++)
        m[i][0] += 5;
#pragma acc exit data delete(m, t)
    return CHECKED();
}
