// private and firstprivate of parallel.
// expect: device kernels=2 host_kernels=0
// expect: multicore host_kernels=2
#define CONSTRUCT parallel
#define INNER loop
#define HAS_FIRSTPRIVATE
#include "clauses_private.h"
