// Unsigned loops that run to `!=` a value past the end of their type: in kernels they are in order, not skipped.
// run: -O2 -Wno-error=openacc
// expect: device kernels>=1
#include "check.h"
#include <stddef.h>
#include <stdint.h>

int main(void)
{
    double a[8], b[9], c[4];
    size_t n = 9;
#pragma acc kernels copyout(a)
    for (unsigned char i = 7; i != 255; --i)
        a[i] = i;
#pragma acc kernels copyout(b)
    for (size_t i = n - 1; i != (size_t)-1; i--)
        b[i] = 2.0 * i;
#pragma acc kernels copyout(c)
    for (unsigned i = 3; i != ~0u; i -= 1)
        c[i] = 3.0 * i;
    for (int i = 0; i < 8; i++)
        CHECK(a[i] == i);
    for (int i = 0; i < 9; i++)
        CHECK(b[i] == 2 * i);
    for (int i = 0; i < 4; i++)
        CHECK(c[i] == 3 * i);
    unsigned sum = 0;
#pragma acc parallel loop reduction(+ : sum)
    for (unsigned i = 10; i != 0; i--)
        sum += i;
    CHECK(sum == 55);
    return CHECKED();
}
