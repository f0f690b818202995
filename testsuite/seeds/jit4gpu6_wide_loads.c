// Load coalescing of chapter 6, in the Coulomb potential of section 7.2: the four loads of an atom are one of a float4, where it is aligned.
// expect: device kernels=1
// report: on a GPU each thread loads atoms[4*n] and what follows as one float4, where it is aligned
#include "../run/check.h"
#include <math.h>
#include <stdlib.h>

static void potential(int nx, int ny, int na, float spacing, const float *restrict atoms, float *restrict grid)
{
#pragma acc kernels
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++) {
            float energy = 0, x = spacing * (float)i, y = spacing * (float)j;
            for (int n = 0; n < na; n++) {
                float dx = x - atoms[4 * n], dy = y - atoms[4 * n + 1], dz = atoms[4 * n + 2];
                energy += atoms[4 * n + 3] / sqrtf(dx * dx + dy * dy + dz);
            }
            grid[nx * j + i] += energy;
        }
}

int main(void)
{
    enum { NX = 50, NY = 30, NA = 40 };
    float *atoms = aligned_alloc(64, sizeof *atoms * 4 * NA), *grid = calloc(NX * NY, sizeof *grid);
    if (!atoms || !grid)
        return 2;
    for (int i = 0; i < 4 * NA; i++)
        atoms[i] = (float)(1 + i * 7 % 13);
    potential(NX, NY, NA, 0.125f, atoms, grid);
    for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++) {
            float energy = 0, x = 0.125f * (float)i, y = 0.125f * (float)j;
            for (int n = 0; n < NA; n++) {
                float dx = x - atoms[4 * n], dy = y - atoms[4 * n + 1], dz = atoms[4 * n + 2];
                energy += atoms[4 * n + 3] / sqrtf(dx * dx + dy * dy + dz);
            }
            CHECK(fabsf(grid[NX * j + i] - energy) <= 1e-4f * energy);
        }
    free(atoms), free(grid);
    return CHECKED();
}
