// The lower half of C = alpha A A' + beta C.
// run: -O2 -ffp-contract=off
// launch: syrk_vla_8 grid=1x1x1 block=32x8x1
// launch: syrk_flat_8 grid=1x1x1 block=32x8x1
// launch: syrk_global_8 grid=41x1x1 block=128x1x1
// report: 9, Loop is parallelizable
// report: Loop carries a dependence: C[i][j]
// report: 12, Loop is parallelizable
// expect: device kernels=3 in_order=0
// expect: multicore host_kernels=3 in_order=0
enum { n = 41, m = 29 };
static double alpha = 1.5, beta = 1.2;
#define PARAMETERS int n, int m, double alpha, double beta
#define ARGUMENTS n, m, alpha, beta
#define ARRAYS(X) X(C, [n][n]) X(A, [n][m])
#define NEST "pb/syrk.h"
#include "pb.h"
