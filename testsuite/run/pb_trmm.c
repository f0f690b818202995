// B = alpha A' B for a lower triangle A with ones on its diagonal.
// run: -O2 -ffp-contract=off
// launch: trmm_vla_8 grid=1x1x1 block=128x1x1
// launch: trmm_flat_8 grid=1x1x1 block=128x1x1
// launch: trmm_global_8 grid=1x1x1 block=128x1x1
// report: Loop carries a dependence: B[i][j]
// expect: device kernels=3 in_order=0
// expect: multicore host_kernels=3 in_order=0
enum { m = 37, n = 41 };
static double alpha = 1.5;
#define PARAMETERS int m, int n, double alpha
#define ARGUMENTS m, n, alpha
#define ARRAYS(X) X(A, [m][m]) X(B, [m][n])
#define NEST "pb/trmm.h"
#include "pb.h"
