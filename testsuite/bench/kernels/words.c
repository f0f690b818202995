// What is loaded as words of several numbers: atoms around a grid's points, pairs of doubles, pixels.
// kernel: words_potential_11 percent=100 line=15 in_flight=1 requests=132000 sectors=132000 loads=1 stores=1 lanes=99 idle=0
// kernel: words_lengths_25 percent=100 requests=520 loads=1 stores=1 lanes=99 idle=0
// kernel: words_grey_32 percent=100 requests=520 loads=1 stores=1 lanes=99 idle=0
#include <math.h>

enum { POINTS = 128, ATOMS = 256 };

void potential(const float *restrict atoms, float *restrict grid)
{
#pragma acc parallel loop collapse(2) copyin(atoms[0:4 * ATOMS]) copyout(grid[0:POINTS * POINTS])
    for (int j = 0; j < POINTS; j++)
        for (int i = 0; i < POINTS; i++) {
            float e = 0;
            for (int n = 0; n < ATOMS; n++) {
                float dx = i - atoms[4 * n], dy = j - atoms[4 * n + 1], dz = atoms[4 * n + 2];
                e += atoms[4 * n + 3] / sqrtf(dx * dx + dy * dy + dz * dz);
            }
            grid[j * POINTS + i] = e;
        }
}

void lengths(int n, const double (*restrict z)[2], double *restrict out)
{
#pragma acc parallel loop copyin(z[0:n]) copyout(out[0:n])
    for (int i = 0; i < n; i++)
        out[i] = z[i][0] * z[i][0] + z[i][1] * z[i][1];
}

void grey(int n, const unsigned char *restrict image, int *restrict out)
{
#pragma acc parallel loop copyin(image[0:4 * n]) copyout(out[0:n])
    for (int i = 0; i < n; i++)
        out[i] = 3 * image[4 * i] + 6 * image[4 * i + 1] + image[4 * i + 2] - image[4 * i + 3];
}

enum { ALL = POINTS * POINTS };
static float atoms[4 * ATOMS], grid[ALL];
static double z[ALL][2], squares[ALL];
static unsigned char image[4 * ALL];
static int dark[ALL];

int main(void)
{
    int bad = 0;
    for (int n = 0; n < 4 * ATOMS; n++)
        atoms[n] = n % 17 + 0.5f;
    for (int i = 0; i < ALL; i++) {
        z[i][0] = i % 9, z[i][1] = i % 5;
        for (int c = 0; c < 4; c++)
            image[4 * i + c] = i * 7 + c * 50;
    }
    potential(atoms, grid);
    lengths(ALL, z, squares);
    grey(ALL, image, dark);
    for (int i = 0; i < ALL; i++) {
        bad += squares[i] != z[i][0] * z[i][0] + z[i][1] * z[i][1];
        bad += dark[i] != 3 * image[4 * i] + 6 * image[4 * i + 1] + image[4 * i + 2] - image[4 * i + 3];
    }
    for (int p = 0; p < ALL; p += 97) {
        float e = 0;
        for (int n = 0; n < ATOMS; n++) {
            float dx = p % POINTS - atoms[4 * n], dy = p / POINTS - atoms[4 * n + 1], dz = atoms[4 * n + 2];
            e += atoms[4 * n + 3] / sqrtf(dx * dx + dy * dy + dz * dz);
        }
        bad += fabsf(grid[p] - e) > 1e-4f * e;
    }
    return bad != 0;
}
