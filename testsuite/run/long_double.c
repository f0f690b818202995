// long double keeps its precision where the host computes, and on sim: arithmetic, literals, members, functions, reductions.
// run: -O2 --acc-target=multicore,sim
// devices: multicore sim
// expect: multicore host_kernels=3
// expect: sim kernels=3
#include "check.h"
#include <math.h>
#define N 50

struct sample {
    int n;
    long double value;
};

static long double half(long double x)
{
    return fabsl(x) / 2.0L;
}

int main(void)
{
    long double a[N], sum = 1.0L, want = 1.0L;
    struct sample s[N];
    #pragma acc parallel loop copyout(a)
    for (int i = 0; i < N; i++)
        a[i] = 1.0L + (long double)i / (1ULL << 60);
    #pragma acc parallel loop copyin(a) copyout(s)
    for (int i = 0; i < N; i++) {
        s[i].n = (int)a[i];
        s[i].value = half(-a[i]) + sqrtl(a[i] - 1);
    }
    #pragma acc parallel loop reduction(+:sum) vector_length(32)
    for (int i = 0; i < N; i++)
        sum += a[i];
    for (int i = 0; i < N; i++) {
        CHECK(a[i] == 1.0L + (long double)i / (1ULL << 60));
        CHECK(s[i].n == 1 && s[i].value == half(a[i]) + sqrtl(a[i] - 1));
        want += a[i];
    }
    CHECK(fabsl(sum - want) < 1e-16L);
    return CHECKED();
}
