// Jacobi's iteration on a line, between two arrays. Of the global arrays the length is known, and one gang takes all steps.
// run: -O2 -ffp-contract=off
// launch: jacobi_1d_vla_8 grid=1x1x1 block=128x1x1
// launch: jacobi_1d_flat_8 grid=1x1x1 block=128x1x1
// launch: jacobi_1d_global_8 grid=1x1x1 block=256x1x1
// report: Loop carries a dependence: A[i]
// expect: device kernels=3 in_order=0
// expect: multicore host_kernels=3 in_order=0
enum { steps = 5, n = 300 };
#define PARAMETERS int steps, int n
#define ARGUMENTS steps, n
#define ARRAYS(X) X(A, [n]) X(B, [n])
#define NEST "pb/jacobi_1d.h"
#include "pb.h"
