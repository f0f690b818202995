// More iterations than 2^31: the trip count must not be cut to 32 bits.
// expect: device kernels=1
// devices: multicore
// time: 120
#include "check.h"

int main(void)
{
    long long n = 2500000000LL;
    long long hits = 0;
    #pragma acc parallel loop gang vector reduction(+:hits)
    for (long long i = 0; i < n; i++)
        hits += (i & 1023) == 0;
    CHECK(hits == (n + 1023) / 1024);
    return CHECKED();
}
