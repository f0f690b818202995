// parallel loop, kernels loop and serial loop; clauses of both halves on one line.
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "check.h"
#define N 999

int main(void)
{
    int a[N], b[N], c[N], sum = 5;
    #pragma acc parallel loop gang vector vector_length(64) copyout(a[0:N])
    for (int i = 0; i < N; i++)
        a[i] = i;
    #pragma acc kernels loop gang vector(32), copyin(a) copyout(b)
    for (int i = 0; i < N; i++)
        b[i] = a[i] * a[i];
    #pragma acc serial loop copyin(a, b) copyout(c) reduction(+:sum)
    for (int i = 0; i < N; i++) {
        c[i] = b[i] - a[i];
        sum += a[i];
    }
    for (int i = 0; i < N; i++)
        CHECK(c[i] == i * i - i);
    CHECK(sum == 5 + N * (N - 1) / 2);
    return CHECKED();
}
