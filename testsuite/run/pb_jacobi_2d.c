// Jacobi's iteration in the plane, between two arrays.
// run: -O2 -ffp-contract=off
// launch: jacobi_2d_vla_9 grid=2x9x1 block=32x4x1
// launch: jacobi_2d_vla_12 grid=2x9x1 block=32x4x1
// launch: jacobi_2d_flat_9 grid=2x9x1 block=32x4x1
// launch: jacobi_2d_flat_12 grid=2x9x1 block=32x4x1
// launch: jacobi_2d_global_9 grid=2x9x1 block=32x4x1
// launch: jacobi_2d_global_12 grid=2x9x1 block=32x4x1
// report: Loop carries a dependence: A[i][j]
// report: 10, Loop is parallelizable
// report: 13, Loop is parallelizable
// expect: device kernels=30 in_order=0
// expect: multicore host_kernels=3 in_order=0
enum { steps = 5, n = 37 };
#define PARAMETERS int steps, int n
#define ARGUMENTS steps, n
#define ARRAYS(X) X(A, [n][n]) X(B, [n][n])
#define NEST "pb/jacobi_2d.h"
#include "pb.h"
