// Numbers of gangs, workers and lanes of parallel loop.
// expect: device kernels=3 host_kernels=0
// expect: multicore host_kernels=3
#define CONSTRUCT parallel loop
#include "clauses_sizes.h"
