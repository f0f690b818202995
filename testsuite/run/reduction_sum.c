// Sum, of each arithmetic type, on every set of levels; the incoming value counts once.
// covers: reduction integers, reduction reals, reduction incoming
// expect: device kernels=48
// expect: multicore host_kernels=48
#include "reduction.h"

TRY_REDUCTION(t0, int, +, 7, ADD, i - 300, 1003)
TRY_REDUCTION(t1, unsigned, +, 4000000000u, ADD, i * 2654435761u, 1003)
TRY_REDUCTION(t2, long, +, 1L << 40, ADD, i * 1000000007L, 1003)
TRY_REDUCTION(t3, unsigned long long, +, 3, ADD, i * 0x9e3779b97f4a7c15ull, 1003)
TRY_REDUCTION(t4, float, +, 0.5f, ADD, i % 17, 1003)
TRY_REDUCTION(t5, double, +, -2.25, ADD, i * 0.125, 1003)

int main(void)
{
    t0();
    t1();
    t2();
    t3();
    t4();
    t5();
    return CHECKED();
}
