// Coalescing of several references that want different threads: A[i][j], A[i][k], A[i + j][32 * i + j], stored along k.
// expect: device kernels=1
// launch: grid=64x12x1 block=32x4x1
#include "../run/check.h"

enum { P = 64, Q = 48, R = 80 };
static float A[P + Q][32 * P + Q + R], O[P][Q][R];

static void f(void)
{
#pragma acc kernels
    for (int i = 0; i < P; i++)
        for (int j = 0; j < Q; j++)
            for (int k = 0; k < R; k++)
                O[i][j][k] = A[i][j] + A[i][k] + A[i + j][32 * i + j];
}

int main(void)
{
    for (int i = 0; i < P + Q; i++)
        for (int j = 0; j < 32 * P + Q; j++)
            A[i][j] = (float)((i * 3 + j) % 17);
    f();
    for (int i = 0; i < P; i++)
        for (int j = 0; j < Q; j++)
            for (int k = 0; k < R; k++)
                CHECK(O[i][j][k] == A[i][j] + A[i][k] + A[i + j][32 * i + j]);
    return CHECKED();
}
