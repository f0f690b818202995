// A routine that calls itself, 400 deep: more than the 1024 bytes of stack that a GPU's thread has unless the runtime asks
// for more.
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#include <stdlib.h>
typedef struct node {
    int left, right;
    double v;
} node;
#pragma acc routine seq
static double walk(const node *t, int i, double x)
{
    if (i < 0)
        return x;
    double l = walk(t, t[i].left, x * 0.5), r = walk(t, t[i].right, x + l);
    return t[i].v + l * 0.25 + r;
}

int main(void)
{
    int n = 400, bad = 0;
    node *t = malloc(n * sizeof *t);
    double out[64];
    for (int i = 0; i < n; i++)
        t[i] = (node){i + 1 < n ? i + 1 : -1, -1, i};
#pragma acc parallel loop copyin(t[0 : n]) copyout(out)
    for (int i = 0; i < 64; i++)
        out[i] = walk(t, 0, i);
    for (int i = 0; i < 64; i++)
        bad += out[i] != walk(t, 0, i);
    CHECK(bad == 0);
    free(t);
    return CHECKED();
}
