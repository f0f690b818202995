// A private array of a gang loop is shared by the gang's workers and lanes.
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#define N 37
#define M 50

int main(void)
{
    static int out[N][M];
    int row[M];
    #pragma acc parallel num_gangs(4) vector_length(32) copyout(out)
    {
        #pragma acc loop gang private(row)
        for (int i = 0; i < N; i++) {
            #pragma acc loop vector
            for (int j = 0; j < M; j++)
                row[j] = i * 1000 + j;
            #pragma acc loop vector
            for (int j = 0; j < M; j++)
                out[i][j] = row[M - 1 - j];
        }
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            CHECK(out[i][j] == i * 1000 + M - 1 - j);
    return CHECKED();
}
