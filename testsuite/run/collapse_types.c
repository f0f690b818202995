// Collapsed loops whose variables have different types, and pointers.
// covers: loop collapse types
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"

static int m[7][11][5];

int main(void)
{
#pragma acc parallel loop collapse(3) copy(m)
    for (unsigned char i = 0; i < 7; i++)
        for (long long j = 10; j >= 0; j -= 2)
            for (unsigned k = 0; k != 5; k++)
                m[i][j][k] += (int)(100 * i + 10 * j + k + 1);
    int grid[6 * 9], *end = grid + 6 * 9;
#pragma acc parallel loop collapse(2) copyout(grid)
    for (int r = 0; r < 6; r++)
        for (short c = 8; c > -1; c--)
            grid[r * 9 + c] = r - c;
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 11; j++)
            for (int k = 0; k < 5; k++)
                CHECK(m[i][j][k] == (j % 2 == 0 ? 100 * i + 10 * j + k + 1 : 0));
    for (int *p = grid; p < end; p++)
        CHECK(*p == (p - grid) / 9 - (p - grid) % 9);
    return CHECKED();
}
