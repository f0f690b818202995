// gang(n), worker(n), vector(n) in kernels, with run-time expressions in the clauses.
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "check.h"
#define N 130
#define M 77

static double a[N][M];

int main(void)
{
    int n = N;
    (void)n;
    #pragma acc kernels loop independent gang((n + 3) / 4) worker(4) copyout(a)
    for (int i = 0; i < N; i++) {
        #pragma acc loop independent vector(32)
        for (int j = 0; j < M; j++)
            a[i][j] = i + j;
    }
    #pragma acc kernels loop gang(n) copy(a)
    for (int i = 0; i < N; i++) {
        #pragma acc loop worker(2) vector(16)
        for (int j = 0; j < M; j++)
            a[i][j] *= 2;
    }
    #pragma acc kernels copy(a)
    {
        #pragma acc loop independent gang worker vector collapse(2)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                a[i][j] += 0.5;
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            CHECK(a[i][j] == 2 * (i + j) + 0.5);
    return CHECKED();
}
