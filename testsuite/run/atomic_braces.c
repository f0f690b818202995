// Atomic constructs with braces around their one statement, as users of nvc write them.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#define N 50

#pragma acc routine seq
static int next(int *x)
{
    int old;
#pragma acc atomic capture
    { old = (*x)++; }
    return old;
}

int main(void)
{
    int x = 0, y = 0, last = -1, s = 0, v[N];
#pragma acc parallel loop copy(x, y) copyout(v)
    for (int i = 0; i < N; i++) {
        int o;
#pragma acc atomic capture
        { o = x++; }
        v[i] = o;
        if (i % 2)
#pragma acc atomic update
        {
            y += 2;
        }
        else
#pragma acc atomic
            { y++; }
    }
    for (int i = 0; i < N; i++)
        s += v[i];
    CHECK(s == N * (N - 1) / 2 && x == N && y == N + N / 2);
    x = 0;
#pragma acc parallel loop copy(x, last) copyout(v)
    for (int i = 0; i < N; i++) {
        int seen;
        v[i] = next(&x);
#pragma acc atomic write
        { last = 7; }
#pragma acc atomic read
        { seen = last; }
        v[i] += seen - 7;
    }
    s = 0;
    for (int i = 0; i < N; i++)
        s += v[i];
    CHECK(s == N * (N - 1) / 2 && last == 7);
    return CHECKED();
}
