// Product, of each arithmetic type, on every set of levels.
// expect: device kernels=48
// expect: multicore host_kernels=48
#include "reduction.h"

TRY_REDUCTION(t0, int, *, 3, MUL, i % 10 == 0 ? -1 : 1, 101)
TRY_REDUCTION(t1, unsigned, *, 5u, MUL, i | 1, 101)
TRY_REDUCTION(t2, long, *, -1, MUL, i % 5 == 0 ? 2 : 1, 101)
TRY_REDUCTION(t3, unsigned long, *, 7, MUL, 2 * i + 1, 101)
TRY_REDUCTION(t4, float, *, 1.5f, MUL, i % 9 == 0 ? 2 : i % 9 == 4 ? 0.5 : 1, 101)
TRY_REDUCTION(t5, double, *, -0.75, MUL, i % 4 == 0 ? -2 : i % 4 == 1 ? 0.5 : 1, 101)

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
