// Loops of four iterations at most are no loops in a kernel: the device's compiler unrolls them, as R-Stream did.
// expect: device kernels=1
// launch: grid=5x1x1 block=128x1x1
#include "../run/check.h"

enum { N = 640 };
static float A[N][4], o[N];

static void f(void)
{
#pragma acc kernels
    for (int i = 0; i < N; i++) {
        float s = 0;
        for (int k = 0; k < 4; k++)
            s += A[i][k];
        o[i] = s;
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 4; k++)
            A[i][k] = (float)(i % 50 + k);
    f();
    for (int i = 0; i < N; i++)
        CHECK(o[i] == (float)(4 * (i % 50) + 6));
    return CHECKED();
}
