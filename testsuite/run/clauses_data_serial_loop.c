// Data clauses of serial loop.
// expect: device kernels=12 host_kernels=0
// expect: multicore host_kernels=12
#define CONSTRUCT serial loop
#include "clauses_data.h"
