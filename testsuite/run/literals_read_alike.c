// Literals that GPUs' compilers read in another way than C says: floats in the middle between two others, numbers below the smallest, characters outside
// of ASCII in strings and alone, gcc's escape sequence.
// run: -O2 -Wno-overflow
// expect: device kernels=3
#include "check.h"
#include <wchar.h>

enum { N = 16 };
static float f[N], f_host[N];
static double d[N], d_host[N];
static int c[N], c_host[N];

#define FLOATS(f)                                                                                                                                    \
    f[0] = 16777217.0f, f[1] = 16777219.f, f[2] = 33554434.f, f[3] = 1.1754942e-38f, f[4] = 1e-45f, f[5] = 7.006492321624085e-46f, f[6] = 0.1f,      \
    f[7] = 1.000000059604644775390625f, f[8] = 8388609.5f, f[9] = -33554435.0f
#define DOUBLES(d) d[0] = 9007199254740993.0, d[1] = 4.9406564584124654e-324, d[2] = 2.2250738585072011e-308, d[3] = 1e23, d[4] = 16777217.0f
#define CHARACTERS(c, i)                                                                                                                             \
    c[0] = (unsigned char)u8"\303\274ü"[i + 2], c[1] = (unsigned char)"ü"[i], c[2] = L'é', c[3] = L"aé"[i + 1], c[4] = u"é"[i], c[5] = U"x€"[i + 1], \
    c[6] = '\e', c[7] = "a\e" "b"[i + 1], c[8] = '\\', c[9] = (unsigned char)"\\e"[i + 1], c[10] = L'\xffff', c[11] = sizeof "\eü", c[12] = sizeof L"ü",  \
    c[13] = u'€', c[14] = sizeof '\e'

int main(void)
{
#pragma acc kernels copy(f)
    for (int i = 0; i < 1; i++)
        FLOATS(f);
#pragma acc kernels copy(d)
    for (int i = 0; i < 1; i++)
        DOUBLES(d);
#pragma acc kernels copy(c)
    for (int i = 0; i < 1; i++)
        CHARACTERS(c, i);
    FLOATS(f_host);
    DOUBLES(d_host);
    int zero = 0;
    CHARACTERS(c_host, zero);
    for (int i = 0; i < N; i++) {
        CHECK(f[i] == f_host[i]);
        CHECK(d[i] == d_host[i]);
        CHECK(c[i] == c_host[i]);
    }
    return CHECKED();
}
