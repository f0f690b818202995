// The lower triangle L with L L' = A, in place.
// run: -O2 -ffp-contract=off
// report: Loop carries a dependence: A[i][j]
// expect: device kernels>=3 in_order=0
// expect: multicore host_kernels=3 in_order=0
enum { n = 29 };
#define PARAMETERS int n
#define ARGUMENTS n
#define ARRAYS(X) X(A, [n][n])
#define PREPARE for (int i = 0; i < n; i++) A[i][i] += 10 * n
#define NEST "pb/cholesky.h"
#include "pb.h"
