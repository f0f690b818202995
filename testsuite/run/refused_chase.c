// Lists in an array, each followed from its head by a while loop: the lists in parallel, each of them in order.
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#include <stdlib.h>
#define LISTS 40
#define LONG 12

static void sums(int n, const int *head, const int next[LISTS * LONG], const double value[LISTS * LONG], double *restrict sum)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        double s = 0;
        int at = head[i];
        while (at >= 0) {
            s += value[at];
            at = next[at];
        }
        sum[i] = s;
    }
}

int main(void)
{
    static int next[LISTS * LONG];
    static double value[LISTS * LONG];
    int *head = malloc(LISTS * sizeof *head);
    double *sum = malloc(LISTS * sizeof *sum);
    for (int i = 0; i < LISTS * LONG; i++) {
        next[i] = i + LISTS < LISTS * LONG ? i + LISTS : -1;
        value[i] = i;
    }
    for (int i = 0; i < LISTS; i++)
        head[i] = i;
    sums(LISTS, head, next, value, sum);
    for (int i = 0; i < LISTS; i++)
        CHECK(sum[i] == LONG * i + LISTS * LONG * (LONG - 1) / 2);
    free(head);
    free(sum);
    return CHECKED();
}
