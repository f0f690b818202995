// -funsigned-char, and other options that change what C means, hold in kernels too: comparisons, conversions, shifts, bit-fields,
// structs of characters, string constants, sums that wrap around.
// A GPU has no such char: refused there, with a warning when it is compiled.
// devices: multicore sim
// run: -O2 -funsigned-char -funsigned-bitfields -fwrapv -Wno-type-limits
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#include <limits.h>
#include <string.h>
#define N 100

typedef struct {
    char tag;
    signed char sign;
    int bits : 3;
} item;
static const char table[4] = {'a', '\xe4', (char)-1, 0};

#pragma acc routine seq
static int above(char c) { return c > 127; }

int main(void)
{
    char text[N];
    item items[N];
    int negative = 0, large = 0, high[N], shifted[N], wrapped = 0;
    for (int i = 0; i < N; i++) {
        text[i] = (char)(i * 5);
        items[i].tag = (char)(200 + i % 50);
        items[i].sign = -3;
        items[i].bits = i;
    }
    #pragma acc parallel loop copyin(text, table) copyout(high, shifted) reduction(+ : negative, large)
    for (int i = 0; i < N; i++) {
        char c = text[i];
        if (c < 0)
            negative++;
        if (above(c))
            large++;
        high[i] = (char)-1 + table[i % 4] + '\xff' + "\xfe"[0];
        shifted[i] = c >> 1;
    }
    int sum = 0, signs = 0, bits = 0;
    #pragma acc parallel loop copyin(items) reduction(+ : sum, signs, bits, wrapped)
    for (int i = 0; i < N; i++) {
        sum += items[i].tag;
        signs += items[i].sign < 0;
        bits += items[i].bits < 0;
        int big = INT_MAX - i;
        if (big + 1 + N < big)
            wrapped++;
    }
    int want_large = 0, want_sum = 0;
    for (int i = 0; i < N; i++) {
        want_large += i * 5 % 256 > 127;
        want_sum += 200 + i % 50;
        CHECK(shifted[i] == i * 5 % 256 / 2);
        CHECK(high[i] == 255 + (unsigned char)table[i % 4] + '\xff' + 254);
    }
    CHECK(negative == 0);
    CHECK(large == want_large);
    CHECK(sum == want_sum);
    CHECK(signs == N);
    CHECK(bits == 0);
    CHECK(wrapped == N);
    return CHECKED();
}
