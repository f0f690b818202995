// Clauses of kernels loop.
// expect: device kernels=18
// expect: multicore host_kernels=18
#define CONSTRUCT kernels loop
#define KERNELS
#include "clauses_loop.h"
