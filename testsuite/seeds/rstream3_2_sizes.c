// Tile sizes by an option: the paper's 32 by 32.
// run: -O2 --acc-sizes=32x32
// expect: device kernels=1
// report: the device's blocks run it in tiles of 32 iterations of i by 32 of j, with A, B in shared memory
// launch: grid=4x4x1 block=32x2x1
#include "../run/check.h"

enum { N = 100 };
static float A[N][N], B[N][N], C[N][N];

static void product(void)
{
#pragma acc kernels
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            C[i][j] = 0;
            for (int k = 0; k < N; k++)
                C[i][j] = C[i][j] + A[i][k] * B[k][j];
        }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            A[i][j] = (float)((i * 3 + j) % 7), B[i][j] = (float)((i + 5 * j) % 9);
    product();
    for (int i = 0; i < N; i += 7)
        for (int j = 0; j < N; j++) {
            float s = 0;
            for (int k = 0; k < N; k++)
                s += A[i][k] * B[k][j];
            CHECK(C[i][j] == s);
        }
    return CHECKED();
}
