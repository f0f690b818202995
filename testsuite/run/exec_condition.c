// Inner loops under conditions that differ between iterations and between workers.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#define N 29
#define M 83

int main(void)
{
    static int a[N][M], b[N][M];
    #pragma acc parallel num_gangs(4) vector_length(64) copyout(a)
    #pragma acc loop gang
    for (int i = 0; i < N; i++) {
        if (i % 2) {
            #pragma acc loop vector
            for (int j = 0; j < M; j++)
                a[i][j] = i;
        } else {
            a[i][0] = -1;
            #pragma acc loop vector
            for (int j = 1; j < M; j++)
                a[i][j] = a[i][0] - j;
        }
    }
    #pragma acc parallel num_gangs(2) num_workers(4) vector_length(32) copyin(a) copyout(b)
    #pragma acc loop gang worker
    for (int i = 0; i < N; i++) {
        if (a[i][0] > 9) {
            int s = 0;
            #pragma acc loop vector reduction(+:s)
            for (int j = 0; j < M; j++)
                s += a[i][j];
            #pragma acc loop vector
            for (int j = 0; j < M; j++)
                b[i][j] = s;
        } else {
            #pragma acc loop vector
            for (int j = 0; j < M; j++)
                b[i][j] = -7;
        }
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            int want = i % 2 ? i : -1 - j;
            CHECK(a[i][j] == want);
            CHECK(b[i][j] == (i % 2 && i > 9 ? i * M : -7));
        }
    return CHECKED();
}
