// Random numbers by a generator without state (docs/guide/random.md): each iteration has its own, and they are the same ones on all devices.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#include <stdint.h>

/* 64 bits that look random, of a seed and a counter. */
static uint64_t bits(uint64_t seed, uint64_t counter)
{
    uint64_t x = seed + (counter + 1) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* A number of at least 0 and less than 1. */
static double uniform(uint64_t seed, uint64_t counter)
{
    return (double)(bits(seed, counter) >> 11) / 9007199254740992.0;
}

int main(void)
{
    long n = 1000000, hits = 0;
    static uint64_t some[1000];
#pragma acc parallel loop reduction(+:hits)
    for (long i = 0; i < n; i++) {
        double x = uniform(42, 2 * i), y = uniform(42, 2 * i + 1);
        if (x * x + y * y < 1)
            hits++;
    }
    CHECK(hits == 785189);
#pragma acc parallel loop copyout(some)
    for (int i = 0; i < 1000; i++)
        some[i] = bits(7, i);
    int ones = 0;
    for (int i = 0; i < 1000; i++) {
        CHECK(some[i] == bits(7, i));
        CHECK(i == 0 || some[i] != some[i - 1]);
        ones += __builtin_popcountll(some[i]);
    }
    CHECK(ones > 31500 && ones < 32500);
    return CHECKED();
}
