// Each reduction operator of parallel.
// expect: device kernels=9 host_kernels=0
// expect: multicore host_kernels=9
#define CONSTRUCT parallel
#define INNER loop
#include "clauses_reduction.h"
