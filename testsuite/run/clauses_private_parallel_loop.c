// private and firstprivate of parallel loop.
// expect: device kernels=2 host_kernels=0
// expect: multicore host_kernels=2
#define CONSTRUCT parallel loop
#define HAS_FIRSTPRIVATE
#include "clauses_private.h"
