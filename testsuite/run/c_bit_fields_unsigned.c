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

static long sum(fields v)
{
    return v.a + 2 * v.b + 3 * v.c + 5 * v.d + 7 * v.e + 11 * v.f + 13 * v.g + 17 * (long)v.h + 19 * v.i + 23 * v.j + 29 * v.k + 31 * v.l
        + (v.a < 0) + 2 * (v.c < 0) + 4 * (v.e < 0) + 8 * (v.f < 0) + 16 * (v.g < 0) + 32 * (v.a - 8 < 0) + (v.m >> 1) + 64 * (v.m < 0);
}

int main(void)
{
    fields v[N];
    long sums[N];
    for (int i = 0; i < N; i++)
        v[i] = (fields){i & 7, i & 31, i % 4, i % 8, i & 7, i % 4, i, -i, i & 7, i & 7, i % 4, i & 1, -i};
    #pragma acc parallel loop copy(v) copyout(sums)
    for (int i = 0; i < N; i++) {
        sums[i] = sum(v[i]);
        v[i].a--;
        v[i].c = -1;
        v[i].e = v[i].b - 32;
    }
    for (int i = 0; i < N; i++) {
        fields was = {i & 7, i & 31, i % 4, i % 8, i & 7, i % 4, i, -i, i & 7, i & 7, i % 4, i & 1, -i};
        CHECK(sums[i] == sum(was));
        CHECK(v[i].a == ((i - 1) & 7) && v[i].c == -1 && v[i].e == (i & 7));
    }
    return CHECKED();
}
