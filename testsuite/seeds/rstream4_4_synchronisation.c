// The cost of barriers: doall i, for j, doall k, where k can't be outermost: i is for the blocks, k for the threads, with a barrier for each j.
// expect: device kernels=1
// launch: grid=16x1x1 block=128x1x1
#include "../run/check.h"

enum { I = 16, J = 17, K = 128 };
static double S[I][J][K], r[I][J][K];

static void f(double s[I][J][K])
{
#pragma acc kernels copy(s[0:I])
    for (int i = 0; i < I; i++)
        for (int j = 1; j < J; j++)
            for (int k = 0; k < K; k++)
                s[i][j][k] = s[i][j - 1][K - 1 - k] * 0.5 + k;
}

int main(void)
{
    for (int i = 0; i < I; i++)
        for (int j = 0; j < J; j++)
            for (int k = 0; k < K; k++)
                S[i][j][k] = r[i][j][k] = (i + 3 * j + 5 * k) % 13;
    f(S);
    for (int i = 0; i < I; i++)
        for (int j = 0; j < J; j++)
            for (int k = 0; k < K; k++) {
                if (j)
                    r[i][j][k] = r[i][j - 1][K - 1 - k] * 0.5 + k;
                CHECK(S[i][j][k] == r[i][j][k]);
            }
    return CHECKED();
}
