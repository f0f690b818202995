// A loop whose variable is a pointer, from one place in an array to another; the section is said by a clause.
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#include <stdlib.h>

static void clear(double *a, int n)
{
    double *end = a + n;
    #pragma acc kernels copy(a[0:n])
    for (double *p = a; p < end; p++)
        *p = 1;
}

int main(void)
{
    int n = 300;
    double *a = calloc(n, sizeof *a);
    clear(a + 5, n - 5);
    for (int i = 0; i < n; i++)
        CHECK(a[i] == (i < 5 ? 0 : 1));
    free(a);
    return CHECKED();
}
