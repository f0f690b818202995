// assert that holds, in the region and in functions; NDEBUG takes it out.
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#include <assert.h>
#define N 50

static int positive(int x)
{
    assert(x > 0 && "must be positive");
    return x;
}

int main(void)
{
    int a[N];
    #pragma acc parallel loop copyout(a)
    for (int i = 0; i < N; i++) {
        assert(i < N);
        a[i] = positive(i + 1);
    }
    for (int i = 0; i < N; i++)
        CHECK(a[i] == i + 1);
    return CHECKED();
}
