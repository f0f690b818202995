// A routine directive behind the first call of its function: it holds all the same.
// run: -O2 -Wno-error=openacc
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"

int twice(int x);
int more(int x);

int main(void)
{
    int s = 0, t = 0;
#pragma acc parallel loop reduction(+ : s)
    for (int i = 0; i < 4; i++)
        s += twice(i);
    CHECK(s == 12);
#pragma acc parallel loop reduction(+ : t)
    for (int i = 0; i < 4; i++)
        t += more(i);
    CHECK(t == 10);
    return CHECKED();
}
#pragma acc routine seq
int twice(int x)
{
    return 2 * x;
}
int more(int x)
{
    return x + 1;
}
#pragma acc routine(more) seq
