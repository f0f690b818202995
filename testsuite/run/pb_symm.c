// C = alpha A B + beta C for a symmetric A, whose lower half is read.
// run: -O2 -ffp-contract=off
// launch: symm_vla_8 grid=1x1x1 block=128x1x1
// launch: symm_global_8 grid=1x1x1 block=128x1x1
// report: Loop carries a dependence: C[k][j]
// expect: device kernels=3 in_order=0
// expect: multicore host_kernels=3 in_order=0
enum { m = 37, n = 41 };
static double alpha = 1.5, beta = 1.2;
#define PARAMETERS int m, int n, double alpha, double beta
#define ARGUMENTS m, n, alpha, beta
#define ARRAYS(X) X(C, [m][n]) X(A, [m][m]) X(B, [m][n])
#define NEST "pb/symm.h"
#include "pb.h"
