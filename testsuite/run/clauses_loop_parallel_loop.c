// Clauses of parallel loop.
// expect: device kernels=15
// expect: multicore host_kernels=15
#define CONSTRUCT parallel loop
#include "clauses_loop.h"
