// Loops whose counters are near the ends of 64 bits: no other order may come of sums of them that overflow.
// run: -O2 -w
#include "check.h"
#include <limits.h>
#include <string.h>

#define STEPS(DIRECTIVE, to)                                                                                     \
    DIRECTIVE                                                                                                    \
    for (signed char k = first; last < k; k = k - 2) {                                                           \
        for (long long i = high; i > low; --i) {                                                                 \
            for (short j = from; end > j; j = 2 + j) {                                                           \
                to[(int)((2 - k) / 2)][(int)((9223372036854775806ll - i) / 1)][(int)((j - 0) / 2)] |=            \
                    ((unsigned long)((0 <= j) + i));                                                             \
                to[(int)((2 - k) / 2)][(int)((9223372036854775806ll - i) / 1)][(int)((j - 0) / 2)] +=            \
                    (unsigned long)((int)((2 - k) / 2)) + 1u;                                                    \
            }                                                                                                    \
        }                                                                                                        \
    }

int main(void)
{
    signed char first = 2;
    unsigned long long last = 0;
    long long high = LLONG_MAX - 1, low = LLONG_MAX - 3;
    short from = 0;
    unsigned short end = 6;
    unsigned long one[1][2][3], other[1][2][3];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            one[0][i][j] = other[0][i][j] = (i * 3u + j) * 2654435761u;
    STEPS(PRAGMA(acc kernels loop copy(one)), one)
    STEPS(, other)
    CHECK(!memcmp(one, other, sizeof one));
    return CHECKED();
}
