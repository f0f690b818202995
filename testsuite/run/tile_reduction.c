// Reductions over tiled loops, private variables in them, and a last tile that is cut.
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "check.h"
#define N 61
#define M 43

int main(void)
{
    static int a[N][M], b[M][N];
    long total = 7, want = 7;
    int most = -1, scratch[3], t = 5;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = (i * 37 + j * 11) % 101;
    #pragma acc parallel loop tile(32, 4) reduction(+:total) reduction(max:most) copyin(a)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            total += a[i][j];
            most = a[i][j] > most ? a[i][j] : most;
        }
    int best = -1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            want += a[i][j];
            best = a[i][j] > best ? a[i][j] : best;
        }
    CHECK(total == want && most == best);

    #pragma acc parallel loop gang vector tile(8, 8) private(scratch, t) copyin(a) copyout(b)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            scratch[0] = a[i][j];
            scratch[1] = scratch[0] + i;
            t = scratch[1] + j;
            b[j][i] = t;
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            CHECK(b[j][i] == a[i][j] + i + j);
    CHECK(t == 5);

    total = 0;
    #pragma acc parallel loop tile(128) reduction(+:total)
    for (int i = 1; i <= 1000; i++)
        total += i;
    CHECK(total == 500500);
    return CHECKED();
}
