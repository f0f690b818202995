// if, self, async and wait of serial loop.
// expect: device kernels=9 host_kernels=2
// expect: multicore host_kernels=11
#define CONSTRUCT serial loop
#include "clauses_queue.h"
