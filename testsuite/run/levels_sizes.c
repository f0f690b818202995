// Sizes on the loops of a parallel construct, as PGI's compilers took them: an extension; they are the construct's.
// expect: device kernels=2
// expect: multicore host_kernels=2
// launch: grid=3x1x1 block=16x4x1
// launch: block=96x1x1
#include "check.h"
#define N 50

int main(void)
{
    static int a[N][N], threads[N];
    #pragma acc parallel loop gang num_gangs(3) copy(a)
    for (int i = 0; i < N; i++) {
        #pragma acc loop worker(4) vector(16)
        for (int j = 0; j < N; j++)
            a[i][j] += i * N + j;
    }
    #pragma acc parallel copyin(a) copyout(threads)
    {
        #pragma acc loop gang vector(96)
        for (int i = 0; i < N; i++)
            threads[i] = a[i][i];
    }
    for (int i = 0; i < N; i++) {
        CHECK(threads[i] == i * N + i);
        for (int j = 0; j < N; j++)
            CHECK(a[i][j] == i * N + j);
    }
    return CHECKED();
}
