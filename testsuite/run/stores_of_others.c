// Conditional stores to what other threads store too: no thread may write back the value that it read before, which gcc makes
// of them with -Ofast.
// run: -Ofast
// openmp: without the option that accrs gives it, gcc takes stores out of their conditions
// expect: device kernels=13
// expect: multicore host_kernels=61
#include "check.h"
enum { N = 400000 };
static double a[N], b[N];
static int where[2];
/* A race on the cores shows in one round of many; devices have the same order again. */
static int cores(void)
{
    int shared = 1;
    #pragma acc parallel copyin(shared)
    shared = 0;
    return shared == 0;
}
int main(void)
{
    const int step = cores() ? 1 : 5;
    int rounds = 0;
    int lone = 0, found = 0, elements = 0;
    for (int i = 0; i < N; i++) b[i] = i * 0.5;
    for (int round = 0; round < 20; round += step, rounds++) {
        int s = 3, seen = 0, at = 1234 + round * 19000;
        where[0] = where[1] = -1;
        #pragma acc kernels
        for (int i = 0; i < N; i++) {
            a[i] = b[i] * 3 + 1;
            if (i == 123456) s = (int)b[i] * 8 + s * s;
        }
        lone += s == 61728 * 8 + 9;
        #pragma acc parallel loop copy(seen)
        for (int i = 0; i < N; i++) {
            a[i] = b[i] * 3 + 1;
            if (i == at) seen = 1;
        }
        found += seen;
        #pragma acc parallel loop
        for (int i = 0; i < N; i++) {
            a[i] = b[i] * 3 + 1;
            if (i == at) where[1] = i;
        }
        elements += where[1] == at && where[0] == -1;
    }
    CHECK(lone == rounds);
    CHECK(found == rounds);
    CHECK(elements == rounds);
    return CHECKED();
}
