// Sections of length 0 and null pointers in data clauses are no errors, and nothing is moved for them.
// covers: data zero length, data null
// expect: device kernels=3 uploads=0 downloads=3
// expect: multicore host_kernels=3
#include "check.h"
#include <stddef.h>

static int fill(int *a, const int *more, int n, int m)
{
    int found[1] = {-1};
#pragma acc parallel loop copyout(a[0:n], found) copyin(more[0:m])
    for (int i = 0; i < 40; i++) {
        if (i < n)
            a[i] = i;
        if (i == 0)
            found[0] = m > 0 ? more[0] : 7;
    }
    return found[0];
}

int main(void)
{
    int a[40], none[1] = {3};
    CHECK(fill(a, none, 0, 0) == 7);
    CHECK(fill(NULL, NULL, 0, 0) == 7);
#pragma acc enter data copyin(a[5:0])
#pragma acc data create(none[0:0])
    CHECK(fill(a, NULL, 0, 0) == 7);
#pragma acc exit data delete(a[5:0])
    return CHECKED();
}
