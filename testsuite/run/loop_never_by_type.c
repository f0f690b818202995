// Loops whose comparison is made in an unsigned type, at whose end it is always false: host compilers refuse such a loop under
// OpenMP's `for`. A signed variable makes no difference.
// expect: device kernels=3
// expect: multicore host_kernels=3
// run: -Wno-type-limits -Wno-sign-compare
#include "check.h"

int main(void)
{
    int r = 1, s = 2, t = 3;
#pragma acc parallel loop worker reduction(|:r)
    for (long long i = 0ll; i < 0ull; i = 50 + i)
        r |= 8;
#pragma acc parallel loop reduction(+:s)
    for (int i = 0; i < 0u; i++)
        s += 8;
#pragma acc parallel loop reduction(+:t)
    for (long i = 5; i > 18446744073709551615ul; i--)
        t += 8;
    CHECK(r == 1 && s == 2 && t == 3);
    return 0;
}
