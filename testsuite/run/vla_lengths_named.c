// Lengths that only a type names: of the rows that a pointer points to, of a private array.
// expect: device kernels=2 uploads=2 downloads=2
// expect: multicore host_kernels=2
#include "check.h"
#include <stdlib.h>

/* `cols` stands in the rows' type alone. */
static int named_by_type(int n, int cols)
{
    int r = 0, t[cols], (*h)[cols + 1] = calloc(n, sizeof *h);
    #pragma acc parallel loop copy(h[0:n]) default(none) firstprivate(n)
    for (int i = 0; i < n; i++)
        h[i][1] = i;
    #pragma acc parallel loop private(t) reduction(+ : r)
    for (int i = 0; i < n; i++) {
        t[0] = i;
        t[1] = 2;
        r += t[0] * t[1];
    }
    for (int i = 0; i < n; i++)
        r += h[i][1];
    free(h);
    return r;
}

int main(void)
{
    CHECK(named_by_type(50, 3) == 3675);
    return CHECKED();
}
