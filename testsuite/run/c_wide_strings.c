// Wide strings: their characters have C's types, which C++ tells apart from its own.
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#include <uchar.h>
#include <wchar.h>
#define N 40

#pragma acc routine seq
static int second(const wchar_t *s) { return s[1]; }

int main(void)
{
    int found[N];
    #pragma acc parallel loop copyout(found)
    for (int i = 0; i < N; i++) {
        const wchar_t *wide = i < 20 ? L"x\x3b1y" : L"abc" L"def";
        const char16_t *two = u"\u00e4\u00f6";
        const char32_t *four = U"\U0001f600";
        found[i] = wide[1] + two[1] + second(L"\x3b2\x3b3") + (int)four[0] + *L"z" + (int)sizeof(L"abc") + u8"\u00e4"[0] + L'\x3b1';
    }
    for (int i = 0; i < N; i++)
        CHECK(found[i] == (i < 20 ? 0x3b1 : 'b') + 0xf6 + 0x3b3 + 0x1f600 + 'z' + 16 + (char)0xc3 + 0x3b1);
    return CHECKED();
}
