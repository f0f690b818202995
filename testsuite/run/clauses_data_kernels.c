// Data clauses of kernels.
// expect: device kernels=12 host_kernels=0
// expect: multicore host_kernels=12
#define CONSTRUCT kernels
#include "clauses_data.h"
