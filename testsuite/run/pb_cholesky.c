// The lower triangle L with L L' = A, in place. One gang shares the sums out.
// run: -O2 -ffp-contract=off
// launch: cholesky_vla_8 grid=1x1x1 block=256x1x1
// launch: cholesky_flat_8 grid=1x1x1 block=256x1x1
// launch: cholesky_global_8 grid=1x1x1 block=256x1x1
// report: Loop carries a dependence: A[i][j]
// expect: device kernels=3 in_order=0
// expect: multicore host_kernels=3 in_order=0
enum { n = 29 };
#define PARAMETERS int n
#define ARGUMENTS n
#define ARRAYS(X) X(A, [n][n])
#define PREPARE for (int i = 0; i < n; i++) A[i][i] += 10 * n
#define ROUNDING 1e-12
#define NEST "pb/cholesky.h"
#include "pb.h"
