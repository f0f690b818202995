// Data clauses of serial.
// expect: device kernels=12 host_kernels=0
// expect: multicore host_kernels=12
#define CONSTRUCT serial
#include "clauses_data.h"
