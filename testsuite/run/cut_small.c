// Nests with so few iterations that a loop inside is cut on the cores, where with more of them it would be in tiles of steps: these can't hold loops
// that are made.
// run: -O2 -ffp-contract=off
// report: the host's cores run this loop in parts, before, at and after
// expect: multicore host_kernels=1
#include "check.h"

static double rows[5][8];
static double (*C)[8] = rows;

static void small(void)
{
#pragma acc kernels
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++) {
            for (int k = 0; k < j; k++)
                C[i][j] -= C[i][k] * C[j][k];
            C[i][j] = C[i][j] / 4;
        }
}

int main(void)
{
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 8; j++)
            C[i][j] = 256 * (i + 1) + 16 * j;
    small();
    /* By hand. */
    CHECK(rows[0][0] == 64 && rows[1][0] == 128 && rows[2][0] == 192);
    CHECK(rows[1][1] == (528 - 128.0 * 128) / 4 && rows[1][2] == 544 && rows[3][0] == 1024);
    CHECK(rows[2][1] == (784 - 192.0 * 128) / 4);
    CHECK(rows[2][2] == (800 - 192.0 * 192 - rows[2][1] * rows[2][1]) / 4);
    return CHECKED();
}
