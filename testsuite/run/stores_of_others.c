// Conditional stores to what other threads store too: no thread may write back the value that it read before, which gcc makes
// of them with -Ofast.
// run: -Ofast
// openmp: without the option that accrs gives it, gcc takes stores out of their conditions
// expect: sim kernels=60
// expect: multicore host_kernels=60
#include "check.h"
enum { N = 400000 };
static double a[N], b[N];
static int where[2];
int main(void)
{
    int lone = 0, found = 0, elements = 0;
    for (int i = 0; i < N; i++) b[i] = i * 0.5;
    for (int round = 0; round < 20; round++) {
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
    CHECK(lone == 20);
    CHECK(found == 20);
    CHECK(elements == 20);
    return CHECKED();
}
