// Several variables, operators and types in one loop, as one clause and as many; a reduction on parallel itself.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#define N 777

int main(void)
{
    int a = 1, b = 2, low = 100, high = -100, all = 1, any = 0;
    double s = 0, t = 0.5;
    unsigned long bits = 0;
    #pragma acc parallel loop gang vector num_gangs(5) reduction(+:a, b, s) reduction(+:t) reduction(min:low), reduction(max:high) reduction(&&:all) reduction(||:any) reduction(^:bits)
    for (int i = 0; i < N; i++) {
        int x = (i * 37) % 101 - 50;
        a += x;
        b += 2;
        s += 0.5 * x;
        t += 0.25;
        low = x < low ? x : low;
        high = x > high ? x : high;
        all = all && x < 100;
        any = any || x == 50;
        bits ^= 1ul << (i % 64);
    }
    int a1 = 1, low1 = 100, high1 = -100, any1 = 0;
    double s1 = 0;
    unsigned long bits1 = 0;
    for (int i = 0; i < N; i++) {
        int x = (i * 37) % 101 - 50;
        a1 += x, s1 += 0.5 * x;
        low1 = x < low1 ? x : low1, high1 = x > high1 ? x : high1;
        any1 = any1 || x == 50;
        bits1 ^= 1ul << (i % 64);
    }
    CHECK(a == a1 && b == 2 + 2 * N && s == s1 && t == 0.5 + 0.25 * N);
    CHECK(low == low1 && high == high1 && all == 1 && any == any1 && bits == bits1);
    int count = 0;
    #pragma acc parallel num_gangs(4) reduction(+:count)
    {
        #pragma acc loop gang reduction(+:count)
        for (int i = 0; i < N; i++)
            count += i % 2;
    }
    CHECK(count == N / 2);
    return CHECKED();
}
