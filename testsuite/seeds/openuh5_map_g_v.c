// Map-g-v, with numbers that don't divide the loops, and with none.
// expect: device kernels=2
// expect: multicore host_kernels=2
// launch: grid=7x1x1 block=32x1x1
#include "../run/check.h"
#define N 101
#define M 97

static float a[N][M], b[N][M];

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = (float)(i * M + j);
    #pragma acc kernels loop independent gang(7) copyin(a) copyout(b)
    for (int i = 0; i < N; i++) {
        #pragma acc loop independent vector(32)
        for (int j = 0; j < M; j++)
            b[i][j] = a[i][M - 1 - j] + 1.0f;
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            CHECK(b[i][j] == (float)(i * M + M - j));
    #pragma acc kernels loop independent gang copyin(b) copy(a)
    for (int i = N - 2; i > 0; i--) {
        #pragma acc loop independent vector
        for (int j = 1; j <= M - 2; j += 3)
            a[i][j] = b[i - 1][j] + b[i + 1][j];
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            float want = (float)(i * M + j);
            if (i > 0 && i < N - 1 && j > 0 && j < M - 1 && (j - 1) % 3 == 0)
                want = 2.0f * (float)(i * M + M - j);
            CHECK(a[i][j] == want);
        }
    return CHECKED();
}
