// Regions in inline and static functions, in both arms of an if, as the body of a loop without braces.
// expect: device kernels=6
// expect: multicore host_kernels=6
#include "check.h"
#define N 40

static inline void set(int *a, int value)
{
    if (value > 0)
        #pragma acc parallel loop copyout(a[0:N])
        for (int i = 0; i < N; i++)
            a[i] = value;
    else
        #pragma acc parallel loop copyout(a[0:N])
        for (int i = 0; i < N; i++)
            a[i] = -1000;
}

int main(void)
{
    int a[N];
    set(a, 3);
    CHECK(a[0] == 3 && a[N - 1] == 3);
    set(a, 0);
    CHECK(a[0] == -1000 && a[N - 1] == -1000);
    for (int round = 0; round < 4; round++)
        #pragma acc parallel loop copy(a)
        for (int i = 0; i < N; i++)
            a[i] += i * round;
    for (int i = 0; i < N; i++)
        CHECK(a[i] == -1000 + 6 * i);
    return CHECKED();
}
