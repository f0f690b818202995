// Heat flow in space, between two arrays.
// run: -O2 -ffp-contract=off
// launch: heat_3d_vla_8 device=nvidia:0 grid=1x11x1 block=32x4x1
// launch: heat_3d_flat_8 device=nvidia:0 grid=1x11x1 block=32x4x1
// launch: heat_3d_global_8 device=nvidia:0 grid=1x11x1 block=32x4x1
// report: Loop carries a dependence: A[i][j][k]
// report: 10, Loop is parallelizable
// report: 11, Loop is parallelizable
// report: 17, Loop is parallelizable
// report: 18, Loop is parallelizable
// expect: device kernels=3 together=3 in_order=0
// expect: multicore host_kernels=3 in_order=0
enum { steps = 3, n = 13 };
#define PARAMETERS int steps, int n
#define ARGUMENTS steps, n
#define ARRAYS(X) X(A, [n][n][n]) X(B, [n][n][n])
#define NEST "pb/heat_3d.h"
#include "pb.h"
