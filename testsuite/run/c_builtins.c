// gcc's builtins that programs use: bit counts, byte swaps, expectations, classification, overflow checks, memory functions.
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define N 64
#define likely(x) __builtin_expect(!!(x), 1)

static uint64_t mix(uint64_t x)
{
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdull;
    x ^= x >> 29;
    return x;
}

static long work(int i)
{
    uint64_t x = mix((uint64_t)i + 1);
    uint32_t u = (uint32_t)x | 1u;
    long r = __builtin_popcount(u) + 3 * __builtin_popcountll(x) + 5 * __builtin_popcountl(x);
    r = r * 7 + __builtin_clz(u) + __builtin_ctz(u << 3 | 8) + __builtin_clzll(x | 1) + __builtin_ctzll(x | 1ull << 63);
    r = r * 7 + __builtin_ffs((int)u) + __builtin_ffsll((long long)x) + __builtin_parity(u) + __builtin_clzl(x | 1) + __builtin_ctzl(x | 4);
    r ^= (long)__builtin_bswap32(u) + __builtin_bswap16((uint16_t)u) + (long)(__builtin_bswap64(x) >> 8);
    if (likely(u > 100))
        r++;
    if (__builtin_expect(i == 3, 0))
        r += 2;
    r += abs(i - 30) + labs(-i - 5L) + llabs(i - 9LL) + __builtin_abs(-i);
    r += (long)(__builtin_fabs(-1.5 * i) + __builtin_fabsf(-0.5f * i) + __builtin_sqrt(i));
    r += __builtin_isnan(0.0 * i) + isinf(i ? 1.0 / i : INFINITY) + isfinite(1.0f * i) + signbit(-1.0 * i) + isnormal(1e-310 * i);
    int s;
    if (__builtin_add_overflow(2147483000, i * 20, &s))
        r += 1000;
    r += s % 100;
    long p;
    r += __builtin_mul_overflow((long)x, 3L, &p) ? 11 : (int)(p & 15);
    char a[24], b[24];
    memset(a, i, sizeof a);
    memcpy(b, a, sizeof b);
    b[5] = 1;
    memmove(b + 2, b, 10);
    r += b[7] + b[23] + (memcmp(a, b, sizeof a) > 0) - (memcmp(a, b, 5) < 0);
    r += (long)strlen("abc") + strcmp("abc", "abd") + strncmp("abcd", "abce", 3);
    r += (__builtin_types_compatible_p(int, int) ? 4 : 0);
    if (i < 0)
        __builtin_unreachable();
    return r;
}

int main(void)
{
    long out[N];
    #pragma acc parallel loop copyout(out)
    for (int i = 0; i < N; i++)
        out[i] = work(i);
    for (int i = 0; i < N; i++)
        CHECK(out[i] == work(i));
    return CHECKED();
}
