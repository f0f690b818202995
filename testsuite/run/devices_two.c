// Loops that two devices share (--acc-devices).
// openmp: a header with the loops can't be put in place
// run: -O2 --acc-devices=true
// env: ACC_NUM_SIM_DEVICES=2 ACCRS_GPU_DEVICES=2
// again: ACCRS_SIM_DELAY=200 ACCRS_GPU_DELAY=20
#include "devices/loops.h"

int main(void)
{
    return check_loops();
}
