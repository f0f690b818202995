// Clauses of a loop inside a parallel construct.
// expect: device kernels=15
// expect: multicore host_kernels=15
#define LOOP_ONLY
#include "clauses_loop.h"
