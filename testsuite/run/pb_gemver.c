// A += u v' + s t', x = beta A' y + z, w = alpha A x.
// run: -O2 -ffp-contract=off
// launch: gemver_vla_8 grid=3x17x1 block=32x4x1
// launch: gemver_vla_11 grid=1x1x1 block=128x1x1
// launch: gemver_vla_16 grid=1x1x1 block=128x1x1
// launch: gemver_flat_8 grid=3x17x1 block=32x4x1
// launch: gemver_flat_11 grid=1x1x1 block=128x1x1
// launch: gemver_flat_16 grid=1x1x1 block=128x1x1
// launch: gemver_global_8 grid=3x17x1 block=32x4x1
// launch: gemver_global_11 grid=1x1x1 block=128x1x1
// launch: gemver_global_16 grid=67x1x1 block=96x1x1
// report: 9, Loop is parallelizable
// report: devices run the loops at lines
// expect: device kernels=9 in_order=0
// expect: multicore host_kernels=3 in_order=0
enum { n = 67 };
#define UNIT 8
static double alpha = 1.5, beta = 1.25;
#define PARAMETERS int n, double alpha, double beta
#define ARGUMENTS n, alpha, beta
#define ARRAYS(X) X(A, [n][n]) X(u, [n]) X(v, [n]) X(s, [n]) X(t, [n]) X(w, [n]) X(x, [n]) X(y, [n]) X(z, [n])
#define NEST "pb/gemver.h"
#include "pb.h"
