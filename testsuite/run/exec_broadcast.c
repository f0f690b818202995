// A scalar computed in vector-single mode (by a call, from memory, under a condition) reaches every lane.
// covers: vector single
// expect: device kernels=1
#include "check.h"
#define N 41
#define M 67

#pragma acc routine seq
static int weigh(const int *v, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += v[i] * (i + 1);
    return s;
}

int main(void)
{
    static int v[N][4], out[N][M];
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 4; k++)
            v[i][k] = i + k;
    #pragma acc parallel num_gangs(6) num_workers(2) vector_length(32) copy(v) copyout(out)
    #pragma acc loop gang
    for (int i = 0; i < N; i++) {
        int w = weigh(v[i], 4), sign;
        if (i % 3 == 0) {
            v[i][0] = -w;
            sign = -1;
        } else {
            sign = 1;
        }
        #pragma acc loop worker vector
        for (int j = 0; j < M; j++)
            out[i][j] = sign * w + v[i][0] + j;
    }
    for (int i = 0; i < N; i++) {
        int w = 10 * i + 20;
        for (int j = 0; j < M; j++)
            CHECK(out[i][j] == (i % 3 == 0 ? -2 * w : w + i) + j);
    }
    return CHECKED();
}
