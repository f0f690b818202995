// Bitwise or.
// expect: device kernels=32
// expect: multicore host_kernels=32
#include "reduction.h"

TRY_REDUCTION(t0, int, |, 0, OR, 1 << i % 20, 259)
TRY_REDUCTION(t1, unsigned, |, 1u << 31, OR, 1u << i % 9, 259)
TRY_REDUCTION(t2, long, |, 0, OR, 1L << (i % 63), 259)
TRY_REDUCTION(t3, unsigned long long, |, 1, OR, 1ull << (33 + i % 30), 259)

int main(void)
{
    t0();
    t1();
    t2();
    t3();
    return CHECKED();
}
