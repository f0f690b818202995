// private and firstprivate of serial.
// expect: device kernels=2 host_kernels=0
// expect: multicore host_kernels=2
#define CONSTRUCT serial
#define HAS_FIRSTPRIVATE
#include "clauses_private.h"
