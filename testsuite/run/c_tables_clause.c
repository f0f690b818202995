// A constant table that a clause names and a function reads: the function has its copy all the same.
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#define N 10

static const int weights[4] = { 1, 2, 3, 4 };

static int weight(int i)
{
    return weights[i & 3];
}

int main(void)
{
    int sum = 0, a[N];
    #pragma acc parallel loop copyin(weights) copyout(a) reduction(+:sum)
    for (int i = 0; i < N; i++) {
        a[i] = 10 * weights[0] + weight(i);
        sum += a[i];
    }
    CHECK(sum == 10 * N + 23);
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 10 + 1 + i % 4);
    return CHECKED();
}
