// A loop in order around loops for threads: it is in the kernel, with barriers, and not on the host.
// expect: device kernels=1
// launch: grid=16x1x1 block=128x1x1
#include "../run/check.h"

enum { N = 16, M = 128, T = 30 };
static double S[N][M], V[N][M], s[N][M], v[N][M];

static void steps(void)
{
#pragma acc kernels
    for (int i = 0; i < N; i++)
        for (int t = 0; t < T; t++) {
            for (int j = 1; j < M - 1; j++)
                V[i][j] = S[i][j - 1] + S[i][j + 1];
            for (int j = 1; j < M - 1; j++)
                S[i][j] = 0.5 * V[i][j];
        }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            S[i][j] = s[i][j] = (i + 3 * j) % 13;
    steps();
    for (int i = 0; i < N; i++) {
        for (int t = 0; t < T; t++) {
            for (int j = 1; j < M - 1; j++)
                v[i][j] = s[i][j - 1] + s[i][j + 1];
            for (int j = 1; j < M - 1; j++)
                s[i][j] = 0.5 * v[i][j];
        }
        for (int j = 0; j < M; j++)
            CHECK(S[i][j] == s[i][j] && V[i][j] == v[i][j]);
    }
    return CHECKED();
}
