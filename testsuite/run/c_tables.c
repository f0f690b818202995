// Tables and strings: const and static ones at file scope and in functions, used in the region and in functions that it calls;
// arrays of pointers to strings, two-dimensional character arrays, character arithmetic.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#include <stdint.h>
#include <string.h>
#define N 100

static const unsigned char reflect[16] = {0x0, 0x8, 0x4, 0xc, 0x2, 0xa, 0x6, 0xe, 0x1, 0x9, 0x5, 0xd, 0x3, 0xb, 0x7, 0xf};
const double weights[] = {[3] = 0.5, 0.25, [0] = 1.0};
static const struct {
    const char name[8];
    int days;
} months[] = {{"jan", 31}, {"feb", 28}, {"mar", 31}, {.days = 30, .name = "apr"}};
static const int shifts[2][3] = {{1, 2, 3}, {4}};
static double offset = 2.5;
static uint32_t crc_table[256];
enum { LIMIT = sizeof weights / sizeof weights[0] };
static const float scale = 1.5f;
static const char *const greeting = "hello";

static void make_table(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
        crc_table[i] = c;
    }
}

static int mirrored(unsigned v)
{
    return reflect[v & 15] << 4 | reflect[v >> 4 & 15];
}

static double mixed(int i)
{
    static const double local[] = {0.125, 0.375};
    static const char letters[] = "acc" "rs";
    double w = weights[i % LIMIT] * scale + local[i & 1];
    return w + months[i % 4].days + months[i % 4].name[1] + shifts[i & 1][i % 3] + letters[i % 5];
}

static int length(const char *s)
{
    int n = 0;
    while (*s++)
        n++;
    return n;
}

static int describe(int i, char *to)
{
    const char *words[] = {"zero", "one", "two", "many\t\"\\\x41\101"};
    const char *w = words[i < 3 ? i : 3];
    int n = length(w);
    for (int k = 0; k <= n; k++)
        to[k] = (char)(w[k] >= 'a' && w[k] <= 'z' ? w[k] - 'a' + 'A' : w[k]);
    return n + length(greeting) + (int)sizeof "abc";
}

int main(void)
{
    int m[N], l[N];
    double x[N];
    char text[N][16];
    uint32_t crc[N];
    make_table();
    #pragma acc parallel loop copyout(m, x, l, text)
    for (int i = 0; i < N; i++) {
        m[i] = mirrored((unsigned)i) + reflect[i & 7];
        x[i] = mixed(i) + offset + weights[1];
        l[i] = describe(i % 5, text[i]);
    }
    #pragma acc parallel loop copyout(crc)
    for (int i = 0; i < N; i++) {
        uint32_t c = ~0u;
        for (int k = 0; k < 4; k++)
            c = crc_table[(c ^ (uint32_t)(i >> 8 * k)) & 0xff] ^ (c >> 8);
        crc[i] = ~c;
    }
    for (int i = 0; i < N; i++) {
        char want[16];
        CHECK(m[i] == mirrored((unsigned)i) + reflect[i & 7]);
        CHECK(x[i] == mixed(i) + offset + weights[1]);
        CHECK(l[i] == describe(i % 5, want) && strcmp(text[i], want) == 0);
        uint32_t c = ~0u;
        for (int k = 0; k < 4; k++)
            c = crc_table[(c ^ (uint32_t)(i >> 8 * k)) & 0xff] ^ (c >> 8);
        CHECK(crc[i] == ~c);
    }
    return CHECKED();
}
