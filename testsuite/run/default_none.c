// default(none) with everything named; scalars that are read only need no clause in parallel either if named firstprivate.
// expect: device kernels=1
#include "check.h"
#define N 100

int main(void)
{
    int a[N], n = N, k = 4;
    #pragma acc parallel loop default(none) copyout(a) firstprivate(n, k)
    for (int i = 0; i < n; i++)
        a[i] = i * k;
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 4 * i);
    return CHECKED();
}
