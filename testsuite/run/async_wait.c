// Queues: two chains of kernels and transfers at once, wait for one, for all, and as a clause.
// expect: device kernels=6
#include "check.h"
#define N 5000

int main(void)
{
    static int a[N], b[N], c[N];
    for (int i = 0; i < N; i++)
        a[i] = i, b[i] = -i;
    #pragma acc data create(a, b, c)
    {
        #pragma acc update device(a) async(1)
        #pragma acc update device(b) async(2)
        #pragma acc parallel loop async(1) present(a)
        for (int i = 0; i < N; i++)
            a[i] += 1;
        #pragma acc parallel loop async(2) present(b)
        for (int i = 0; i < N; i++)
            b[i] *= 2;
        #pragma acc parallel loop async(1) present(a)
        for (int i = 0; i < N; i++)
            a[i] *= 3;
        #pragma acc parallel loop async(3) wait(1, 2) present(a, b, c)
        for (int i = 0; i < N; i++)
            c[i] = a[i] + b[i];
        #pragma acc update self(a) async(1)
        #pragma acc wait(1)
        for (int i = 0; i < N; i++)
            CHECK(a[i] == 3 * (i + 1));
        #pragma acc wait(3) async(4)
        #pragma acc parallel loop async(4) present(c)
        for (int i = 0; i < N; i++)
            c[i] += 7;
        #pragma acc update self(c) async(4)
        #pragma acc wait
        for (int i = 0; i < N; i++)
            CHECK(c[i] == 3 * (i + 1) - 2 * i + 7);
        #pragma acc parallel loop async present(b)
        for (int i = 0; i < N; i++)
            b[i] = 1;
        #pragma acc wait
        #pragma acc update self(b)
    }
    for (int i = 0; i < N; i++)
        CHECK(b[i] == 1);
    return CHECKED();
}
