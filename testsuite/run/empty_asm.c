// asm without instructions is a barrier for the optimiser alone: accepted in constructs and in functions that they call.
// run: -O2
// expect: device kernels=2
#include "check.h"
enum { N = 1000 };
#define FORCE(x) __asm__ __volatile__("" : "+r"(x))

#pragma acc routine seq
static int opaque(int v)
{
    asm volatile("" : "+r"(v) : : "memory");
    return v + 1;
}

int main(void)
{
    static int a[N];
    long sum = 0;
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < N; i++) {
        int t = 3 * i;
        asm volatile("" ::: "memory");
        FORCE(t);
        a[i] = opaque(t);
        __asm__("" : : "r"(a[i]), "r"(t));
    }
#pragma acc parallel loop copyin(a) reduction(+ : sum)
    for (int i = 0; i < N; i++) {
        asm("");
        sum += a[i];
    }
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 3 * i + 1);
    CHECK(sum == 3L * N * (N - 1) / 2 + N);
    return CHECKED();
}
