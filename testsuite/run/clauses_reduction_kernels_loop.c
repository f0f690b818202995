// Each reduction operator of kernels loop.
// expect: device kernels=9 host_kernels=0
// expect: multicore host_kernels=9
#define CONSTRUCT kernels loop independent
#include "clauses_reduction.h"
