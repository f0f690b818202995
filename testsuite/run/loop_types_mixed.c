// Signed loop variables compared with unsigned bounds: C compares them as unsigned. What goes past a narrow variable's largest
// value is negative, and so larger than the bound.
// covers: loop types
// run: -Wno-sign-compare
// expect: device kernels=8
// expect: multicore host_kernels=8
#include "check.h"
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
    unsigned width = 1, over = 120 + width * 130, top = 0u - 2;
    unsigned long beyond = 40000;
    TRY(signed char, 100, i < over, i++);
    TRY(short, 32700, i <= beyond, i++);
    TRY(short, 32700, i < 40000u, i++);
    TRY(signed char, -5, i < top, i++);
    TRY(int, -50, i < top, i++);
    width = 3;
    TRY(signed char, 1, i < over, i += 3);
    TRY(int, -50, i < top, i += 3);
    TRY(short, -50, top > i, i += 3);
    return CHECKED();
}
