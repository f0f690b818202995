// Odd numbers of host threads, more than iterations and one alone.
// env: OMP_NUM_THREADS=7
// devices: multicore
// expect: multicore host_kernels=3
#include "check.h"

static int fill(int *a, int n)
{
    int s = 0;
    #pragma acc parallel loop gang reduction(+:s) copyout(a[0:n])
    for (int i = 0; i < n; i++) {
        a[i] = i;
        s += i;
    }
    return s;
}

int main(void)
{
    int a[1001];
    CHECK(fill(a, 5) == 10);
    CHECK(fill(a, 1) == 0);
    CHECK(fill(a, 1001) == 1001 * 500);
    for (int i = 0; i < 1001; i++)
        CHECK(a[i] == i);
    return CHECKED();
}
