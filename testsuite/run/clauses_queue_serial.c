// if, self, async and wait of serial.
// expect: device kernels=9 host_kernels=2
// expect: multicore host_kernels=11
#define CONSTRUCT serial
#include "clauses_queue.h"
