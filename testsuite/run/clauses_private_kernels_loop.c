// private and firstprivate of kernels loop.
// expect: device kernels=1 host_kernels=0
// expect: multicore host_kernels=1
#define CONSTRUCT kernels loop independent
#include "clauses_private.h"
