// ++ and -- of integers narrower than int compute in int, and convert: they lead around the type's end.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#include <limits.h>
#define N 8

struct bits {
    signed five : 5;
    unsigned three : 3;
};

/* Steps of each kind at one end of the type, with what they give and what is left. */
#define STEPS(type, x, end, out)                                                \
    x = (type)(end); x++; out[0] = 18 <= x; out[1] = x;                         \
    x = (type)(end); out[2] = x++; out[2] -= x < 3;                                   \
    x = (type)(end); out[3] = ++x < 3; out[4] = ++x;                            \
    x--; x--; out[5] = 18 <= x; out[6] = x-- + 0; out[7] = (--x) + 1;

int main(void)
{
    int want[5][N], seen[5][N];
    signed char c[5] = { 0 };
    short s[5] = { 0 };
    unsigned char u[5] = { 0 };
    struct bits b[2] = { { 0 }, { 0 } };
#define ALL(out)                                                                \
    STEPS(signed char, c[1], SCHAR_MAX, out[0])                                 \
    STEPS(short, s[2], SHRT_MAX, out[1])                                        \
    STEPS(unsigned char, u[3], UCHAR_MAX, out[2])                               \
    b[0].five = 15; b[0].five++; out[3][0] = 3 <= b[0].five;                    \
    b[0].three = 7; out[3][1] = ++b[0].three; out[3][2] = b[0].five--;          \
    out[3][3] = b[0].five; out[3][4] = out[3][5] = out[3][6] = out[3][7] = 0;   \
    { short i, runs = 0; for (i = SHRT_MAX - 5; i > 0; i++) runs++;             \
      for (int k = 0; k < 8; k++) out[4][k] = runs + i; }
    ALL(want)
    #pragma acc serial copy(c, s, u, b) copyout(seen)
    {
        ALL(seen)
    }
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < N; k++)
            CHECK(seen[i][k] == want[i][k]);
    int sums[6] = { 0 };
    #pragma acc parallel loop gang copyout(sums)
    for (int i = 0; i < 6; i++) {
        signed char at = 120;
        int sum = 0;
        for (int k = 0; k < 10; k++) {
            at++;
            sum += at > 0;
        }
        sums[i] = sum;
    }
    for (int i = 0; i < 6; i++)
        CHECK(sums[i] == 7);
    return CHECKED();
}
