// Electric and magnetic fields in the plane.
// run: -O2 -ffp-contract=off
// launch: fdtd_2d_vla_8 device=nvidia:0 grid=2x9x1 block=32x4x1
// launch: fdtd_2d_flat_8 device=nvidia:0 grid=2x9x1 block=32x4x1
// launch: fdtd_2d_global_8 device=nvidia:0 grid=2x9x1 block=32x4x1
// report: Loop carries a dependence: ey[0][j]
// report: 12, Loop is parallelizable
// report: 15, Loop is parallelizable
// report: 18, Loop is parallelizable
// expect: device kernels=3 together=3 in_order=0
// expect: multicore host_kernels=3 in_order=0
enum { steps = 3, nx = 37, ny = 41 };
#define PARAMETERS int steps, int nx, int ny
#define ARGUMENTS steps, nx, ny
#define ARRAYS(X) X(ex, [nx][ny]) X(ey, [nx][ny]) X(hz, [nx][ny]) X(fict, [steps])
#define NEST "pb/fdtd_2d.h"
#include "pb.h"
