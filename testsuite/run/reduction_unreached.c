// A reduction of a whole array whose loop reaches a part of it, or nothing: with loops that may run in parts all of it is on the device.
// run: -O2 --acc-parts=true
// expect: device kernels=1
#include "check.h"

static int y[64];

int main(int argc, char **argv)
{
    (void)argv;
    int n = argc - 1, h[8] = {0, 5};
    #pragma acc parallel loop reduction(+:h)
    for (int i = 0; i < n; i++)
        h[i & 7] += y[i];
    CHECK(h[0] == 0 && h[1] == 5);
    return CHECKED();
}
