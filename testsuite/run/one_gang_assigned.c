// The regions of stepped_and_assigned.c, by one gang each.
// run: -O2 --acc-transform=false
// openmp: the option is accrs's
// expect: sim kernels=3
// expect: multicore host_kernels=3
#include "stepped_and_assigned.c"
