// Included once a type: no guard.
#include "deep.h" /* beside this header */
static TYPE NAME(const TYPE *x, int n)
{
    TYPE s = ZERO;
    #pragma acc parallel loop reduction(+:s) copyin(x[0:n])
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}
