// A file that looks at errno: its mathematics sets it, also beside constructs, and no square root is taken for an instruction.
// run: -O2
#include "check.h"
#include <errno.h>
#include <math.h>

static int failed(double x)
{
    errno = 0;
    volatile double root = sqrt(x);
    (void)root;
    return errno == EDOM;
}

int main(void)
{
    double a[40], sum = 0;
    for (int i = 0; i < 40; i++)
        a[i] = i;
#pragma acc parallel loop reduction(+:sum)
    for (int i = 0; i < 40; i++)
        sum += sqrt(a[i] * a[i]);
    CHECK(sum == 780);
    CHECK(failed(-1) && !failed(1));
    return CHECKED();
}
