// Code between the gang loop and its vector loops runs once per iteration: stores before, between and after are seen by all lanes.
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#define N 53
#define M 131

int main(void)
{
    static int head[N], tail[N], a[N][M], b[N][M];
    #pragma acc parallel num_gangs(5) vector_length(64) copyout(head, tail, a, b)
    {
        #pragma acc loop gang
        for (int i = 0; i < N; i++) {
            head[i] = 10 * i;
            #pragma acc loop vector
            for (int j = 0; j < M; j++)
                a[i][j] = head[i] + j;
            int last = a[i][M - 1];
            tail[i] = last + 1;
            #pragma acc loop vector
            for (int j = 0; j < M; j++)
                b[i][j] = a[i][M - 1 - j] + tail[i];
            tail[i] = tail[i] + b[i][0];
        }
    }
    for (int i = 0; i < N; i++) {
        int last = 10 * i + M - 1;
        CHECK(head[i] == 10 * i);
        CHECK(tail[i] == last + 1 + last + last + 1);
        for (int j = 0; j < M; j++) {
            CHECK(a[i][j] == 10 * i + j);
            CHECK(b[i][j] == 10 * i + M - 1 - j + last + 1);
        }
    }
    return CHECKED();
}
