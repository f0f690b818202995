// Numbers of gangs, workers and lanes of kernels loop.
// expect: device kernels=3 host_kernels=0
// expect: multicore host_kernels=3
#define CONSTRUCT kernels loop independent
#include "clauses_sizes.h"
