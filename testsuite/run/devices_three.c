// Loops that three devices share (--acc-devices).
// openmp: a header with the loops can't be put in place
// run: -O2 --acc-devices=true
// env: ACC_NUM_SIM_DEVICES=3 ACCRS_GPU_DEVICES=3
// again: ACCRS_SIM_DELAY=200 ACCRS_GPU_DELAY=20
// again: ACCRS_DEVICES=3
#include "devices/loops.h"

int main(void)
{
    return check_loops();
}
