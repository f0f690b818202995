// C's arithmetic types and conversions: char's sign, _Bool, promotions, unsigned wrap, shifts, division, 64-bit, mixed comparison.
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#include <stdbool.h>
#include <stdint.h>
#define N 256

struct row {
    long r[12];
};

static struct row compute(int i)
{
    struct row o;
    char c = (char)i;
    signed char sc = (signed char)i;
    unsigned char uc = (unsigned char)(i * 3);
    short s = (short)(i * 300);
    _Bool b = i & 2;
    float quarter = i * 0.25f;
    bool truth = quarter;
    unsigned u = (unsigned)i - 100;
    int64_t wide = (int64_t)i << 33;
    float f = i / 3;
    o.r[0] = c + sc + uc + s;
    o.r[1] = b + truth;
    o.r[2] = u > 50;
    o.r[3] = -7 / (i % 5 + 1) + -7 % (i % 5 + 1);
    o.r[4] = wide >> 3;
    o.r[5] = (long)(f * 2.5);
    o.r[6] = u / 3u + (u << 5 >> 7);
    o.r[7] = (i > 100 ? 0u : 1u) > 0;
    o.r[8] = (~i ^ ((i << 3) & 0xff)) | 1;
    o.r[9] = i++ && ++i;
    o.r[10] = sizeof(struct row) + sizeof o.r / sizeof o.r[0] + _Alignof(double);
    o.r[11] = (i += 2, i + 3);
    return o;
}

int main(void)
{
    static struct row out[N];
    #pragma acc parallel loop gang vector copyout(out)
    for (int i = 0; i < N; i++)
        out[i] = compute(i);
    for (int i = 0; i < N; i++) {
        struct row want = compute(i);
        for (int k = 0; k < 12; k++)
            CHECK(out[i].r[k] == want.r[k]);
    }
    return CHECKED();
}
