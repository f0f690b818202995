// Each reduction operator of serial.
// expect: device kernels=9 host_kernels=0
// expect: multicore host_kernels=9
#define CONSTRUCT serial
#include "clauses_reduction.h"
