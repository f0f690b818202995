// A program whose loops several devices could share, on one device: it does what it does without that.
// run: -O2 --acc-devices=true
// openmp: a header with the loops can't be put in place
// expect: device device_parts=0
#include "devices/loops.h"

int main(void)
{
    return check_loops();
}
