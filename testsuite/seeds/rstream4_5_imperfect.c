// Loops that aren't nested perfectly: a statement under j, another one under k and l, in one doall i; and two of which the second reads what the first
// writes.
// expect: device kernels=2
// launch: rstream4_5_imperfect_apart_14 grid=60x1x1 block=32x4x1
// launch: rstream4_5_imperfect_after_26 grid=60x1x1 block=128x1x1
#include "../run/check.h"

enum { N = 60 };
static float A[N][N], B[N][N], O1[N][N], O2[N][N][N];

static void apart(void)
{
#pragma acc kernels
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            O1[i][j] = A[i][j] * 2;
        for (int k = 0; k < N; k++)
            for (int l = 0; l < N; l++)
                O2[i][k][l] = A[i][k] + B[k][l];
    }
}

static void after(void)
{
#pragma acc kernels
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            O1[i][j] = A[i][j] * 2;
        for (int k = 0; k < N; k++)
            B[i][k] = O1[i][N - 1 - k];
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            A[i][j] = (float)(i * N + j), B[i][j] = (float)(i - j);
    apart();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            CHECK(O1[i][j] == A[i][j] * 2);
            for (int l = 0; l < N; l++)
                CHECK(O2[i][j][l] == A[i][j] + B[j][l]);
        }
    after();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            CHECK(B[i][j] == A[i][N - 1 - j] * 2);
    return CHECKED();
}
