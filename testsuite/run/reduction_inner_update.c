// A reduction only on the gang loop, although the inner loops do the updating.
// covers: reduction propagated
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "check.h"
#define N 67
#define M 143

int main(void)
{
    static int a[N][M];
    long sum = 3, worst = -5, product = 1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = (i * 13 + j * 7) % 101;
    #pragma acc parallel loop gang num_gangs(6) vector_length(64) reduction(+:sum) copyin(a)
    for (int i = 0; i < N; i++) {
        #pragma acc loop vector
        for (int j = 0; j < M; j++)
            sum += a[i][j];
    }
    #pragma acc parallel loop gang num_gangs(6) num_workers(4) vector_length(32) reduction(max:worst) copyin(a)
    for (int i = 0; i < N; i++) {
        #pragma acc loop worker
        for (int j = 0; j < M / 11; j++) {
            #pragma acc loop vector
            for (int k = 0; k < 11; k++)
                if (a[i][j * 11 + k] > worst)
                    worst = a[i][j * 11 + k];
        }
    }
    #pragma acc parallel loop gang reduction(*:product) copyin(a)
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++)
            product *= a[i][j] == 50 && i % 9 == 0 ? -1 : 1;
    }
    long want = 3, most = -5, sign = 1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            want += a[i][j];
            most = a[i][j] > most ? a[i][j] : most;
            sign *= a[i][j] == 50 && i % 9 == 0 ? -1 : 1;
        }
    CHECK(sum == want);
    CHECK(worst == most);
    CHECK(product == sign);
    return CHECKED();
}
