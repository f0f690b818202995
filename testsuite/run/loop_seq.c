// loop seq keeps the order: a recurrence down each column, columns in parallel.
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#define N 61
#define M 45

int main(void)
{
    static long a[N][M];
    for (int j = 0; j < M; j++)
        a[0][j] = j;
    #pragma acc parallel loop gang vector copy(a)
    for (int j = 0; j < M; j++) {
        #pragma acc loop seq
        for (int i = 1; i < N; i++)
            a[i][j] = (a[i - 1][j] * 3 + i) % 1009;
    }
    for (int j = 0; j < M; j++) {
        long want = j;
        for (int i = 1; i < N; i++) {
            want = (want * 3 + i) % 1009;
            CHECK(a[i][j] == want);
        }
    }
    return CHECKED();
}
