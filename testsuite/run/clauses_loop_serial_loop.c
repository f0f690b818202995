// Clauses of serial loop.
// expect: device kernels=15
// expect: multicore host_kernels=15
#define CONSTRUCT serial loop
#include "clauses_loop.h"
