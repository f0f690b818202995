// Sum of char, short and _Bool-sized integers: arithmetic is int's, the result is cut once stored.
// covers: reduction integers
// expect: device kernels=32
// expect: multicore host_kernels=32
#include "reduction.h"

TRY_REDUCTION(t0, signed char, +, 1, ADD, i % 3 - 1, 203)
TRY_REDUCTION(t1, short, +, -5, ADD, i % 11, 203)
TRY_REDUCTION(t2, unsigned char, +, 250, ADD, i % 2, 203)
TRY_REDUCTION(t3, unsigned short, +, 65530, ADD, i % 5, 203)

int main(void)
{
    t0();
    t1();
    t2();
    t3();
    return CHECKED();
}
