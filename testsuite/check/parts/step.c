// A second file, whose kernel gets an address of the device.
#include "step.h"

static double sum;

void step(double *v, int n)
{
#pragma acc parallel loop deviceptr(v)
    for (int i = 1; i < n; i++)
        v[i] = v[i - 1]; // check: race on v[1]: i = 2 reads what i = 1 writes | missing: seq
#pragma acc parallel loop deviceptr(v) copy(sum)
    for (int i = 0; i < n; i++)
        sum += v[i]; // check: race on sum: i = 1 and i = 0 both update it | missing: reduction(+:sum)
}
