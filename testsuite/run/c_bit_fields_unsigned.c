// Under -funsigned-bitfields: a bit-field has a sign only where its declaration, or a typedef of its type, says `signed`.
// run: -O2 -funsigned-bitfields -Wno-type-limits
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#include <stdint.h>
#define N 64

typedef int plain;
typedef signed int marked;
typedef marked behind;
typedef struct {
    int a : 3, b : 5;
    signed c : 3, d : 4;
    plain e : 3;
    behind f : 3;
    int32_t g : 7;
    long h : 40;
    short i : 3;
    char j : 3;
    signed char k : 3;
    _Bool l : 1;
    int m : 32;
} fields;

/* `zero` is 0: NVRTC warns where it sees that an unsigned value is compared with it. */
static long sum(fields v, int zero)
{
    return v.a + 2 * v.b + 3 * v.c + 5 * v.d + 7 * v.e + 11 * v.f + 13 * v.g + 17 * (long)v.h + 19 * v.i + 23 * v.j + 29 * v.k + 31 * v.l
        + (v.a < zero) + 2 * (v.c < zero) + 4 * (v.e < zero) + 8 * (v.f < zero) + 16 * (v.g < zero) + 32 * (v.a - 8 < zero) + (v.m >> 1);
}

int main(void)
{
    fields v[N];
    int zero = 0;
    long sums[N];
    for (int i = 0; i < N; i++)
        v[i] = (fields){i & 7, i & 31, i % 4, i % 8, i & 7, i % 4, i, -i, i & 7, i & 7, i % 4, i & 1, -i};
    #pragma acc parallel loop copy(v) copyout(sums)
    for (int i = 0; i < N; i++) {
        sums[i] = sum(v[i], zero);
        v[i].a--;
        v[i].c = -1;
        v[i].e = v[i].b - 32;
    }
    for (int i = 0; i < N; i++) {
        fields was = {i & 7, i & 31, i % 4, i % 8, i & 7, i % 4, i, -i, i & 7, i & 7, i % 4, i & 1, -i};
        CHECK(sums[i] == sum(was, zero));
        CHECK(v[i].a == ((i - 1) & 7) && v[i].c == -1 && v[i].e == (i & 7));
    }
    return CHECKED();
}
