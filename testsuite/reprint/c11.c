// C11: types by generic selection, alignment, anonymous members, static assertions, strings of all kinds, complex numbers.
// run: -std=c11 -O1 -Wno-unused-variable
#include <complex.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <uchar.h>
#include <wchar.h>

#define N 16
#define KIND(x) _Generic((x), int: 1, double: 2, float: 3, default: 4)

struct shape {
    union {
        struct {
            int w, h;
        };
        int side[2];
    };
    unsigned flag : 3, : 2, more : 4;
    double area[2][3];
};

struct {
    int x;
    struct {
        float y;
    } in;
} lone = {3, {1.5f}};

static const char *const names[] = {"a\"b\\c\n\t\x41\101?\?=", "two" " words"};

int main(void)
{
    int out[N];
    double complex z = 1.0 + 2.0 * I;
    enum { LEAST = -3, MOST = 40 } range = LEAST;
#pragma acc parallel loop copyout(out) copyin(lone, z)
    for (int i = 0; i < N; i++) {
        _Static_assert(sizeof(int) == 4, "int");
        _Alignas(32) double buffer[4] = {[2] = 1.5, -2};
        alignas(double) char bytes[8] = {0};
        const wchar_t *wide = L"w\u00e9";
        const char16_t *small = u"x";
        const char *eight = u8"\u00e9";
        struct shape s = {.w = i, .h = 2, .flag = 5, .area = {{1, 2}, [1][2] = -0x1p-3}}, *p = &s;
        __typeof__(lone) copy = lone;
        __typeof__(lone.in) inner = {2.5f};
        struct local {
            int n;
            struct local *next;
        } head = {1, 0}, tail = {2, &head};
        typedef float row[3];
        row r = {1, 2, 3}, *pr = &r;
        enum color { RED, GREEN = 4, BLUE } c = i & 1 ? GREEN : BLUE;
        int v = s.side[0] + p->side[1] + (int)p->area[1][2] + copy.x + (int)inner.y + tail.next->n + (int)(*pr)[1] + c;
        v += KIND(i) * 100 + KIND(1.0f) + KIND(names) + (int)sizeof(struct { char q[3]; }) + (int)_Alignof(double);
        v += (int)(__real__ z) + (int)(__imag__ (z * I)) + (wide[0] == 'w') + (small[0] == 'x') + (eight[1] != 0) + bytes[3];
        v += (int)offsetof(struct shape, area[1]) + (uint8_t)~i + (range < 0) + (int)buffer[3];
        v += (i & 3) == 2 || (i && !(i == 3)), v -= - -1, v += !i == (i > 4);
        out[i] = v << (1 + (i & 1)) & 0xffffUL + 0;
        for (size_t k = 0, m = 2; k < m; k++) out[i] ^= (int)k;
        (void)s, (void)buffer;
    }
    int sum = 0;
    for (int i = 0; i < N; i++) sum = sum * 31 + out[i];
    return sum == 0;
}
