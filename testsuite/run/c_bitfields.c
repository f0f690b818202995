// Bit-fields: a packed record header decoded and changed on the device; signed, unsigned, zero-width, across units.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#include <stdint.h>
#include <string.h>
#define N 77

struct header {
    unsigned version : 4;
    unsigned length : 12;
    signed level : 5;
    unsigned : 3;
    _Bool urgent : 1;
    unsigned : 0;
    uint64_t stamp : 40;
    uint64_t kind : 24;
    int64_t delta : 17;
    enum { LOW, MIDDLE, HIGH } rank : 2;
};

union word {
    struct {
        uint32_t mantissa : 23;
        uint32_t exponent : 8;
        uint32_t sign : 1;
    } part;
    float value;
    uint32_t bits;
};

static int exponent(float x)
{
    union word w;
    w.value = x;
    return (int)w.part.exponent - 127 + (w.part.sign ? 1000 : 0);
}

static void step(struct header *h, int i)
{
    h->version++;
    h->length += 100u * (unsigned)i;
    h->level -= (signed)i;
    h->urgent = !h->urgent;
    h->stamp = h->stamp << 3 | 5;
    h->kind ^= 0xabcdefu;
    h->delta = -h->delta - i;
    h->rank = (i % 3) == 0 ? LOW : (i % 3) == 1 ? MIDDLE : HIGH;
}

int main(void)
{
    struct header h[N], want[N];
    int e[N];
    memset(h, 0, sizeof h);
    for (int i = 0; i < N; i++) {
        h[i].version = (unsigned)i;
        h[i].length = 3u * (unsigned)i;
        h[i].level = i % 16 - 8;
        h[i].stamp = (uint64_t)i * 0x123456789u;
        h[i].kind = (unsigned)i;
        h[i].delta = i * 5;
    }
    memcpy(want, h, sizeof h);
    #pragma acc parallel loop copy(h)
    for (int i = 0; i < N; i++)
        step(&h[i], i);
    #pragma acc parallel loop copyout(e)
    for (int i = 0; i < N; i++)
        e[i] = exponent((i - 30) * 0.37f);
    for (int i = 0; i < N; i++) {
        step(&want[i], i);
        CHECK(h[i].version == want[i].version && h[i].length == want[i].length && h[i].level == want[i].level);
        CHECK(h[i].urgent == want[i].urgent && h[i].stamp == want[i].stamp && h[i].kind == want[i].kind);
        CHECK(h[i].delta == want[i].delta && h[i].rank == want[i].rank);
        CHECK(e[i] == exponent((i - 30) * 0.37f));
    }
    return CHECKED();
}
