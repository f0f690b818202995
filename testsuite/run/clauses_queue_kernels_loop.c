// if, self, async and wait of kernels loop.
// expect: device kernels=9 host_kernels=2
// expect: multicore host_kernels=11
#define CONSTRUCT kernels loop independent
#include "clauses_queue.h"
