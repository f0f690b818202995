// Two loops for threads, one after the other, in one loop for blocks: one kernel with a barrier between them.
// expect: device kernels=1
// launch: grid=40x1x1 block=128x1x1
#include "../run/check.h"

enum { N = 40, M = 200 };
static double S[N][M], V[N][M], T[N][M];

static void merged(void)
{
#pragma acc kernels
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++)
            V[i][j] = S[i][j] * 2;
        for (int j = 0; j < M; j++)
            T[i][j] = V[i][M - 1 - j];
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            S[i][j] = i * M + j;
    merged();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            CHECK(T[i][j] == 2 * S[i][M - 1 - j]);
    return CHECKED();
}
