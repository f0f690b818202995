// A scalar that a parallel construct only assigns stays firstprivate: the host's value is untouched. With copy it comes back.
// run: -O2 -Wno-openacc
// covers: data implicit scalar
// expect: device kernels=2 uploads=1 downloads=1
#include "check.h"
#include "device.h"

int main(void)
{
    int x = 1, y = 2;
    #pragma acc parallel num_gangs(1)
    {
        x = 100;
        x += 1;
    }
    if (discrete())
        CHECK(x == 1);
    #pragma acc parallel num_gangs(1) copy(y)
    {
        y = y + 40;
    }
    CHECK(y == 42);
    return CHECKED();
}
