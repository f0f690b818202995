// A bare pointer with subscripts that can't be bounded, and nothing on the device: no quiet use of the host's memory.
// message: pointer_without_size.c
// message: host memory
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
    for (int i = 0; i < 10; i++)
        order[i] = 9 - i;
    scatter(a, order, 10);
    free(a);
    return 0;
}
