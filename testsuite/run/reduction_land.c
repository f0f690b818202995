// Logical and; false comes from one element, from the incoming value, or not at all.
// expect: device kernels=48
// expect: multicore host_kernels=48
#include "reduction.h"

TRY_REDUCTION(t0, int, &&, 1, LAND, 1, 131)
TRY_REDUCTION(t1, int, &&, 1, LAND, i != 77, 131)
TRY_REDUCTION(t2, int, &&, 0, LAND, 1, 131)
TRY_REDUCTION(t3, long, &&, 1L << 40, LAND, i + 1L, 131)
TRY_REDUCTION(t4, float, &&, 0.5f, LAND, 0.25, 131)
TRY_REDUCTION(t5, unsigned char, &&, 2, LAND, i % 3 + 1, 131)

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
