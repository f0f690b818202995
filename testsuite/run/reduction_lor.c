// Logical or; true comes from one element, from the incoming value, or not at all.
// expect: device kernels=48
// expect: multicore host_kernels=48
#include "reduction.h"

TRY_REDUCTION(t0, int, ||, 0, LOR, 0, 131)
TRY_REDUCTION(t1, int, ||, 0, LOR, i == 130, 131)
TRY_REDUCTION(t2, int, ||, 4, LOR, 0, 131)
TRY_REDUCTION(t3, long, ||, 0, LOR, i == 3 ? 1L << 40 : 0L, 131)
TRY_REDUCTION(t4, double, ||, 0, LOR, i == 9 ? 0.125 : 0.0, 131)
TRY_REDUCTION(t5, short, ||, 0, LOR, i == 64, 131)

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
