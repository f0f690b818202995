// Unions, enums, typedefs of them, anonymous members; enum arithmetic; an enum as a loop variable and as an index.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#include <stdint.h>
#define N 120

enum colour { RED, GREEN = 5, BLUE };
typedef enum { LOW = -1, HIGH = 1 } sign_t;
typedef union {
    float f;
    uint32_t bits;
    struct {
        uint16_t low, high;
    };
} word_t;

int main(void)
{
    float in[N];
    uint32_t bits[N];
    uint16_t high[N];
    enum colour colours[N];
    sign_t signs[N];
    int weight[BLUE + 1] = {[RED] = 100, [GREEN] = 200, [BLUE] = 300}, out[N];
    for (int i = 0; i < N; i++)
        in[i] = (float)(i - 60) * 0.75f;
    #pragma acc parallel loop copyin(in) copyout(bits, high, colours, signs)
    for (int i = 0; i < N; i++) {
        word_t w;
        w.f = in[i];
        bits[i] = w.bits;
        high[i] = w.high;
        colours[i] = i % 3 == 0 ? RED : i % 3 == 1 ? GREEN : BLUE;
        signs[i] = w.bits >> 31 ? LOW : HIGH;
    }
    #pragma acc parallel loop copyin(colours, signs, weight) copyout(out)
    for (int i = 0; i < N; i++) {
        enum colour c = colours[i];
        switch (c) {
        case RED:
            out[i] = weight[RED] * signs[i];
            break;
        case GREEN:
        case BLUE:
            out[i] = weight[c] + c;
            break;
        }
    }
    for (int i = 0; i < N; i++) {
        word_t w = {.f = in[i]};
        CHECK(bits[i] == w.bits && high[i] == w.high);
        CHECK(signs[i] == (i < 60 ? LOW : HIGH));
        CHECK(out[i] == (i % 3 == 0 ? (i < 60 ? -100 : 100) : i % 3 == 1 ? 205 : 306));
    }
    return CHECKED();
}
