// A sequential loop around gang-private vector loops, each reading what the last one wrote.
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#define N 12
#define M 100
#define STEPS 9

int main(void)
{
    static int now[N][M], next[N][M];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            now[i][j] = (i * 31 + j * 17) % 23;
    #pragma acc parallel num_gangs(4) vector_length(64) copy(now, next)
    #pragma acc loop gang
    for (int i = 0; i < N; i++) {
        #pragma acc loop seq
        for (int t = 0; t < STEPS; t++) {
            #pragma acc loop vector
            for (int j = 0; j < M; j++)
                next[i][j] = (now[i][(j + 1) % M] + now[i][(j + M - 1) % M]) % 1009;
            #pragma acc loop vector
            for (int j = 0; j < M; j++)
                now[i][j] = next[i][j];
        }
    }
    for (int i = 0; i < N; i++) {
        int a[M], b[M];
        for (int j = 0; j < M; j++)
            a[j] = (i * 31 + j * 17) % 23;
        for (int t = 0; t < STEPS; t++) {
            for (int j = 0; j < M; j++)
                b[j] = (a[(j + 1) % M] + a[(j + M - 1) % M]) % 1009;
            for (int j = 0; j < M; j++)
                a[j] = b[j];
        }
        for (int j = 0; j < M; j++)
            CHECK(now[i][j] == a[j]);
    }
    return CHECKED();
}
