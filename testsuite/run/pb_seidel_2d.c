// Gauss and Seidel's iteration in the plane, in place.
// run: -O2 -ffp-contract=off
// launch: seidel_2d_vla_8 grid=5x1x1 block=32x8x1
// launch: seidel_2d_flat_8 grid=5x1x1 block=32x8x1
// launch: seidel_2d_global_8 grid=5x1x1 block=32x8x1
// report: Loop carries a dependence: A[i][j]
// expect: device kernels=3 together=3 in_order=0
// expect: multicore host_kernels=3 in_order=0
enum { steps = 3, n = 37 };
#define PARAMETERS int steps, int n
#define ARGUMENTS steps, n
#define ARRAYS(X) X(A, [n][n])
#define NEST "pb/seidel_2d.h"
#include "pb.h"
