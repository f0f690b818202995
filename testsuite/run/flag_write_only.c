// Flags that iterations only set, all to the same value, are no mistake: nothing is said of them.
// run: -O2 -Werror=openacc
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#include <stdbool.h>
#define N 1000

int main(void)
{
    float a[N];
    int found = 0;
    bool any = false, none = false;
    double mark = 0;
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma acc parallel loop copyin(a) copy(found, any, none, mark)
    for (int i = 0; i < N; i++) {
        if (a[i] == 3)
            found = 1;
        if (a[i] > 4)
            any = true;
        if (a[i] < 0)
            none = true;
        if (a[i] > N - 2)
            mark = 1.5;
    }
    CHECK(found == 1);
    CHECK(any && !none);
    CHECK(mark == 1.5);
    return CHECKED();
}
