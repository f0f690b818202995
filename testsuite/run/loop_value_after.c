// The variable of a sequential loop used after it, inside the region: the value at which the loop ended.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#define N 90
#define M 40

int main(void)
{
    static int a[N][M];
    int found[N], past[N], k;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = j >= i % 50;
    #pragma acc parallel loop gang vector private(k) copyin(a) copyout(found)
    for (int i = 0; i < N; i++) {
        for (k = 0; k < M; k++)
            if (a[i][k])
                break;
        found[i] = k;
    }
    #pragma acc parallel loop gang vector private(k) copyout(past)
    for (int i = 0; i < N; i++) {
        for (k = i; k < 100; k += 7)
            ;
        past[i] = k;
    }
    for (int i = 0; i < N; i++) {
        int end = i;
        while (end < 100)
            end += 7;
        CHECK(found[i] == (i % 50 < M ? i % 50 : M));
        CHECK(past[i] == end);
    }
    return CHECKED();
}
