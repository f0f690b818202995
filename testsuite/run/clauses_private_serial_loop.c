// private and firstprivate of serial loop.
// expect: device kernels=2 host_kernels=0
// expect: multicore host_kernels=2
#define CONSTRUCT serial loop
#define HAS_FIRSTPRIVATE
#include "clauses_private.h"
