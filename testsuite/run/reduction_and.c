// Bitwise and, with 64-bit values whose high bits matter.
// expect: device kernels=32
// expect: multicore host_kernels=32
#include "reduction.h"

TRY_REDUCTION(t0, int, &, -1, AND, ~(1 << i % 20), 259)
TRY_REDUCTION(t1, unsigned, &, ~0u, AND, ~(1u << i % 9), 259)
TRY_REDUCTION(t2, long, &, -1L, AND, ~(1L << (i % 60)), 259)
TRY_REDUCTION(t3, unsigned long long, &, ~0ull, AND, ~(1ull << (32 + i % 30)), 259)

int main(void)
{
    t0();
    t1();
    t2();
    t3();
    return CHECKED();
}
