// A parameter declared as an array is a pointer, which may lead to the global array that the kernel uses too: nothing tells a
// device's compiler that they lie apart.
// expect: device kernels=1 uploads=1
#include "check.h"
#define N 64

static double g[N];

static void both(int n, double p[N])
{
#pragma acc parallel loop
    for (int i = 0; i < n; i++) {
        g[i] = i;
        p[i] += 1;
        g[i] += p[i];
    }
}

int main(void)
{
    both(N, g);
    for (int i = 0; i < N; i++)
        CHECK(g[i] == 2 * (i + 1));
    return CHECKED();
}
