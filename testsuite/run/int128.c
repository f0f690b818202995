// 128-bit integers in a region: products and quotients that need more than 64 bits.
// covers: loop types
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"

int main(void)
{
    unsigned long a[100], high[100], low[100], quotient[100];
    for (int i = 0; i < 100; i++)
        a[i] = 0x9e3779b97f4a7c15ul * (unsigned long)(i + 1);
    #pragma acc parallel loop copyin(a) copyout(high, low, quotient)
    for (int i = 0; i < 100; i++) {
        unsigned __int128 t = (unsigned __int128)a[i] * a[99 - i];
        high[i] = (unsigned long)(t >> 64);
        low[i] = (unsigned long)t;
        quotient[i] = (unsigned long)(t / (a[i] | 1));
    }
    for (int i = 0; i < 100; i++) {
        unsigned __int128 t = (unsigned __int128)a[i] * a[99 - i];
        CHECK(high[i] == (unsigned long)(t >> 64));
        CHECK(low[i] == (unsigned long)t);
        CHECK(quotient[i] == (unsigned long)(t / (a[i] | 1)));
    }
    return CHECKED();
}
