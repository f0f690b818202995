// Tiling: the paper's running example runs in tiles of which blocks have what they read in shared memory, and each thread its sums in registers.
// expect: device kernels=1
// report: the device's blocks run it in tiles of 64 iterations of i by 64 of j, with A, B in shared memory, 16 iterations of k at a time
// launch: grid=7x7x1 block=32x4x1
#include "../run/check.h"

enum { N = 400 };
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
