// How often gang-redundant code runs: once a gang, not once a worker or lane.
// expect: device kernels=1
#include "check.h"
#include "device.h"

int main(void)
{
    int gangs = 100;
    #pragma acc parallel num_gangs(7) num_workers(4) vector_length(32) reduction(+:gangs)
    {
        gangs += 1;
    }
    if (discrete())
        CHECK(gangs == 107);
    else
        CHECK(gangs >= 101 && gangs <= 107);
    return CHECKED();
}
