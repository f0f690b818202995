// The variable of a parallel loop is private there: whatever ran the loop, the host reads its old value behind it, also where there were no iterations.
// run: -O2 -Wno-openacc
// env: OMP_NUM_THREADS=3 ACCRS_LEAST_WORK=0
// expect: device kernels=9
#include "check.h"

enum { N = 500 };
static int c[N];

static void one(int from, int n)
{
    int i = 10, j = 20;
#pragma acc parallel loop
    for (i = from; i < n; i++)
        c[i] += 1;
#pragma acc parallel loop
    for (i = from; i < n; i += 2)
        c[i] += 2;
#pragma acc parallel loop gang
    for (j = from; j < n; j++) {
#pragma acc loop vector
        for (i = j; i < j + 1; i++)
            c[i] += 4;
    }
#ifdef _OPENACC
    CHECK(i == 10 && j == 20);
#endif
}

int main(void)
{
    one(3, 1);
    one(0, N);
    one(7, 8);
    for (int i = 0; i < N; i++)
        CHECK(c[i] == (i % 2 ? 5 : 7) + (i == 7 ? 7 : 0));
    return CHECKED();
}
