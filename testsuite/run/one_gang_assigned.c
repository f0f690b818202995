// The regions of stepped_and_assigned.c, by one gang each.
// expect: sim kernels=3
// expect: multicore host_kernels=3
#include "stepped_and_assigned.c"
