// Jacobi's iteration in the plane, between two arrays.
// run: -O2 -ffp-contract=off
// launch: jacobi_2d_vla_8 device=nvidia:0 grid=2x9x1 block=32x4x1
// launch: jacobi_2d_flat_8 device=nvidia:0 grid=2x9x1 block=32x4x1
// launch: jacobi_2d_global_8 device=nvidia:0 grid=2x9x1 block=32x4x1
// launch: jacobi_2d_vla_8 device=sim:0 grid=2x3x1 block=32x4x1
// launch: jacobi_2d_flat_8 device=sim:0 grid=2x3x1 block=32x4x1
// launch: jacobi_2d_global_8 device=sim:0 grid=2x3x1 block=32x4x1
// report: Loop carries a dependence: A[i][j]
// report: 10, Loop is parallelizable
// report: 13, Loop is parallelizable
// expect: device kernels=3 together=3 in_order=0
// expect: multicore host_kernels=3 in_order=0
enum { steps = 5, n = 37 };
#define PARAMETERS int steps, int n
#define ARGUMENTS steps, n
#define ARRAYS(X) X(A, [n][n]) X(B, [n][n])
#define NEST "pb/jacobi_2d.h"
#include "pb.h"
