// A loop that is spread over threads stands right behind a label, where a declaration can't.
// expect: device kernels=1
#include "check.h"
#define N 8
#define M 9

int main(void)
{
    static int a[N][M];
#pragma acc parallel num_gangs(4) vector_length(1) copy(a)
    {
#pragma acc loop gang
        for (int i = 0; i < N; i++) {
            int k = 0;
            if (i == 3)
                goto again;
            k = 1;
again:
#pragma acc loop vector
            for (short j = 0; j < M; j++)
                a[i][j] = i * 10 + j + k;
        }
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            CHECK(a[i][j] == i * 10 + j + (i != 3));
    return CHECKED();
}
