// tile with gang, worker and vector: the levels go to tile or element loops (OpenACC 3.3, 2.9.8); loops inside tiles.
// expect: device kernels=6
// expect: multicore host_kernels=6
#include "check.h"
#define L 5
#define N 13
#define M 37

static int a[L][N][M], sums[L][N];

static void check(int times)
{
    for (int k = 0; k < L; k++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++) {
                CHECK(a[k][i][j] == times * (1 + k * 10000 + i * 100 + j));
                a[k][i][j] = 0;
            }
}

int main(void)
{
    #pragma acc parallel loop gang worker vector tile(8, 2, 2) copy(a)
    for (int k = 0; k < L; k++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                a[k][i][j] += 1 + k * 10000 + i * 100 + j;
    check(1);

    #pragma acc parallel num_gangs(3) vector_length(32) copy(a)
    #pragma acc loop gang
    for (int k = 0; k < L; k++) {
        #pragma acc loop vector tile(8, 4)
        for (int i = N - 1; i >= 0; i--)
            for (int j = 0; j < M; j++)
                a[k][i][j] += 1 + k * 10000 + i * 100 + j;
        #pragma acc loop worker tile(4)
        for (int i = 0; i < N; i++) {
            #pragma acc loop vector
            for (int j = 0; j < M; j++)
                a[k][i][j] += 1 + k * 10000 + i * 100 + j;
        }
    }
    check(2);

    /* Workers on the elements; a vector loop with barriers inside. */
    #pragma acc parallel num_gangs(2) num_workers(4) vector_length(32) copy(a) copyout(sums)
    #pragma acc loop gang worker tile(4, 2)
    for (int k = 0; k < L; k++)
        for (int i = 0; i < N; i++) {
            int s = 0;
            #pragma acc loop vector reduction(+:s)
            for (int j = 0; j < i * 3; j++) {
                a[k][i][j] += 1 + k * 10000 + i * 100 + j;
                s += k + j;
            }
            sums[k][i] = s;
        }
    for (int k = 0; k < L; k++)
        for (int i = 0; i < N; i++) {
            int s = 0;
            for (int j = 0; j < i * 3; j++)
                s += k + j;
            CHECK(sums[k][i] == s);
            for (int j = 0; j < M; j++) {
                CHECK(a[k][i][j] == (j < i * 3 ? 1 + k * 10000 + i * 100 + j : 0));
                a[k][i][j] = 0;
            }
        }

    #pragma acc parallel loop gang tile(4, 2) num_gangs(3) vector_length(64) copy(a)
    for (int k = 0; k < L; k++)
        for (int i = 0; i < N; i++) {
            #pragma acc loop vector
            for (int j = 0; j < M; j++)
                a[k][i][j] += 1 + k * 10000 + i * 100 + j;
        }
    check(1);

    /* Known independent by analysis, and in one thread. */
    #pragma acc kernels loop tile(16, 2) copy(a)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[2][i][j] += 1 + 2 * 10000 + i * 100 + j;
    #pragma acc serial loop tile(4, 2) copy(a)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[2][i][j] += 1 + 2 * 10000 + i * 100 + j;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            CHECK(a[2][i][j] == 2 * (1 + 2 * 10000 + i * 100 + j));
    return CHECKED();
}
