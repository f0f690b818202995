// Maximum: all negative values, so an identity of zero or a wrong type's would win.
// expect: device kernels=64
// expect: multicore host_kernels=64
#include "reduction.h"

TRY_REDUCTION(t0, int, max, -2000000000, MAX, -1000000 - (i * 37) % 517, 517)
TRY_REDUCTION(t1, unsigned, max, 0, MAX, (i * 37) % 517, 517)
TRY_REDUCTION(t2, long, max, -9000000000000000000L, MAX, -8000000000000000000L + (i * 37) % 517, 517)
TRY_REDUCTION(t3, unsigned long, max, 1, MAX, (i * 41ul) << 33, 517)
TRY_REDUCTION(t4, float, max, -3.0e38f, MAX, -1.0e30f - i, 517)
TRY_REDUCTION(t5, double, max, -1.5e308, MAX, -1.0e300 * ((i * 37) % 517 + 1), 517)
TRY_REDUCTION(t6, short, max, -32000, MAX, -(i % 300) - 100, 517)
TRY_REDUCTION(t7, signed char, max, -120, MAX, -(i % 50) - 9, 517)

int main(void)
{
    t0();
    t1();
    t2();
    t3();
    t4();
    t5();
    t6();
    t7();
    return CHECKED();
}
