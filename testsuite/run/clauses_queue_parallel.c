// if, self, async and wait of parallel.
// expect: device kernels=9 host_kernels=2
// expect: multicore host_kernels=11
#define CONSTRUCT parallel
#define INNER loop
#include "clauses_queue.h"
