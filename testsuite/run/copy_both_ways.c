// The same variable in copyin and copyout of one directive, as real programs have it: both happen.
// expect: device kernels=1
#include "check.h"
#define N 77

int main(void)
{
    int a[N];
    for (int i = 0; i < N; i++)
        a[i] = i;
    #pragma acc parallel loop copyin(a[0:N]) copyout(a[0:N])
    for (int i = 0; i < N; i++)
        a[i] = a[i] * 2 + 1;
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 2 * i + 1);
    return CHECKED();
}
