// Data clauses of kernels loop.
// expect: device kernels=12 host_kernels=0
// expect: multicore host_kernels=12
#define CONSTRUCT kernels loop independent
#include "clauses_data.h"
