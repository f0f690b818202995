// A bare pointer with subscripts that can't be bounded needs no clause if its data is on the device already.
// expect: device kernels=1 uploads=2 downloads=1
#include "check.h"
#include <stdlib.h>

static void scatter(int *a, const int *order, int n)
{
    #pragma acc parallel loop copyin(order[0:n])
    for (int i = 0; i < n; i++)
        a[order[i]] = i;
}

int main(void)
{
    int *a = calloc(10, sizeof *a), order[10];
    if (!a)
        return 2;
    for (int i = 0; i < 10; i++)
        order[i] = 9 - i;
    #pragma acc data copy(a[0:10])
    scatter(a, order, 10);
    for (int i = 0; i < 10; i++)
        CHECK(a[i] == 9 - i);
    free(a);
    return CHECKED();
}
