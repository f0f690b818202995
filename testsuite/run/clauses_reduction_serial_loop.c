// Each reduction operator of serial loop.
// expect: device kernels=9 host_kernels=0
// expect: multicore host_kernels=9
#define CONSTRUCT serial loop
#include "clauses_reduction.h"
