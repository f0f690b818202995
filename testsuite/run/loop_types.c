// Loop variables of every integer type, with the values that signed arithmetic in a 32-bit int would get wrong.
// covers: loop types
// expect: device kernels=12
// expect: multicore host_kernels=12
#include "check.h"
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#define N 100

static int a[N];

/* |i - first|, in arithmetic that can't overflow. */
#define DISTANCE(i, first)                                                      \
    ((i) > (first) ? (unsigned long long)(i) - (unsigned long long)(first)      \
                   : (unsigned long long)(first) - (unsigned long long)(i))

#define TRY(type, first, condition, step)                                       \
    do {                                                                        \
        int want[N], at = 0;                                                    \
        for (int z = 0; z < N; z++)                                             \
            a[z] = want[z] = -1;                                                \
        for (type i = (first); condition; step)                                 \
            want[at++] = (int)(i % 97);                                         \
        PRAGMA(acc parallel loop gang vector vector_length(8) copy(a))          \
        for (type i = (first); condition; step)                                 \
            a[DISTANCE(i, (type)(first)) / width] = (int)(i % 97);              \
        for (int z = 0; z < N; z++)                                             \
            CHECK(a[z] == want[z]);                                             \
    } while (0)

int main(void)
{
    unsigned high = 4000000000u;
    size_t far = (size_t)1 << 40;
    long long deep = -(1LL << 50);
    unsigned width = 1;
    TRY(unsigned, high, i < high + 91, i++);
    TRY(unsigned, 90u, i > 0, i--);
    TRY(size_t, far, i < far + 77, i++);
    TRY(size_t, far + 33, i > far, --i);
    TRY(long long, deep, i <= deep + 60, ++i);
    TRY(long, LONG_MAX - 50, i < LONG_MAX, i++);
    TRY(int, INT_MAX - 99, i < INT_MAX, i++);
    TRY(int, INT_MIN + 50, i > INT_MIN, i--);
    TRY(short, -30, i < 30, i++);
    TRY(unsigned char, 200, i < 255, i++);
    TRY(uint64_t, UINT64_MAX - 40, i < UINT64_MAX, i++);
    width = 1u << 26;
    TRY(int, INT_MIN, i < INT_MAX - (1 << 27), i += 1 << 26);
    return CHECKED();
}
