// Bitwise exclusive or.
// expect: device kernels=32
// expect: multicore host_kernels=32
#include "reduction.h"

TRY_REDUCTION(t0, int, ^, 0x55, XOR, i * 40503, 259)
TRY_REDUCTION(t1, unsigned, ^, 0, XOR, i * 2654435761u, 259)
TRY_REDUCTION(t2, long, ^, -1L, XOR, i * 0x123456789abL, 259)
TRY_REDUCTION(t3, unsigned long long, ^, 1, XOR, i * 0x9e3779b97f4a7c15ull, 259)

int main(void)
{
    t0();
    t1();
    t2();
    t3();
    return CHECKED();
}
