// Two pointers that overlap, in kernels without independent: the answer is the sequential one. With restrict it may be parallel.
// expect: device kernels=2 in_order=1
// expect: multicore in_order=1
#include "check.h"
#define N 300

static void shift(int *to, const int *from, int n)
{
    #pragma acc kernels present(to[0:n], from[0:n])
    for (int i = 0; i < n; i++)
        to[i] = from[i] + 1;
}

static void apart(int *restrict to, const int *restrict from, int n)
{
    #pragma acc kernels present(to[0:n], from[0:n])
    for (int i = 0; i < n; i++)
        to[i] = from[i] * 2;
}

int main(void)
{
    int a[N + 1], b[N];
    for (int i = 0; i <= N; i++)
        a[i] = 5 * i;
    #pragma acc data copy(a) copyout(b)
    {
        shift(a + 1, a, N);
        apart(b, a, N);
    }
    for (int i = 0; i < N; i++) {
        CHECK(a[i + 1] == i + 1);
        CHECK(b[i] == 2 * i);
    }
    return CHECKED();
}
