// Minimum: all positive large values, and one incoming value that wins.
// expect: device kernels=72
// expect: multicore host_kernels=72
#include "reduction.h"

TRY_REDUCTION(t0, int, min, 2000000000, MIN, 1000000 + (i * 37) % 517, 517)
TRY_REDUCTION(t1, unsigned, min, 4000000000u, MIN, 3000000000u + (i * 37) % 517, 517)
TRY_REDUCTION(t2, long, min, 9000000000000000000L, MIN, 8000000000000000000L + (i * 37) % 517, 517)
TRY_REDUCTION(t3, unsigned long long, min, ~0ull, MIN, (i + 3ull) << 40, 517)
TRY_REDUCTION(t4, float, min, 3.0e38f, MIN, 1.0e30f + i, 517)
TRY_REDUCTION(t5, double, min, 1.5e308, MIN, 1.0e300 * ((i * 37) % 517 + 1), 517)
TRY_REDUCTION(t6, int, min, -5, MIN, i, 517)
TRY_REDUCTION(t7, unsigned char, min, 255, MIN, 200 + i % 50, 517)
TRY_REDUCTION(t8, short, min, 32000, MIN, 300 + (i * 37) % 517, 517)

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
    t8();
    return CHECKED();
}
