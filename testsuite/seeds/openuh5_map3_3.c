// Map3-3, with numbers that don't divide the loops, and with none.
// expect: device kernels=2
// expect: multicore host_kernels=2
// launch: grid=5x3x1 block=32x2x1
#include "../run/check.h"
#define A 31
#define B 17
#define C 43

static int a[A][B][C], b[A][B][C];

int main(void)
{
    for (int i = 0; i < A; i++)
        for (int j = 0; j < B; j++)
            for (int k = 0; k < C; k++)
                a[i][j][k] = (i * B + j) * C + k;
    #pragma acc kernels loop independent vector(32) copyin(a) copyout(b)
    for (int i = 0; i < A; i++) {
        #pragma acc loop independent gang(3) vector(2)
        for (int j = 0; j < B; j++) {
            #pragma acc loop independent gang(5)
            for (int k = 0; k < C; k++)
                b[i][j][k] = a[A - 1 - i][B - 1 - j][C - 1 - k];
        }
    }
    for (int i = 0; i < A; i++)
        for (int j = 0; j < B; j++)
            for (int k = 0; k < C; k++)
                CHECK(b[i][j][k] == A * B * C - 1 - ((i * B + j) * C + k));
    #pragma acc kernels loop independent vector copyin(b) copy(a)
    for (int i = 1; i < A - 1; i++) {
        #pragma acc loop independent gang vector
        for (int j = B - 2; j >= 1; j -= 2) {
            #pragma acc loop independent gang
            for (int k = 0; k != C; k++)
                a[i][j][k] = b[i][j][k] + b[i - 1][j][k] - b[i + 1][j][k];
        }
    }
    for (int i = 0; i < A; i++)
        for (int j = 0; j < B; j++)
            for (int k = 0; k < C; k++) {
                int want = (i * B + j) * C + k;
                if (i > 0 && i < A - 1 && j >= 1 && j <= B - 2 && (B - 2 - j) % 2 == 0)
                    want = A * B * C - 1 - want + 2 * B * C;
                CHECK(a[i][j][k] == want);
            }
    return CHECKED();
}
