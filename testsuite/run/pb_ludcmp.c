// A x = b by triangles L and U.
// run: -O2 -ffp-contract=off
// launch: ludcmp_vla_8 grid=1x1x1 block=256x1x1
// launch: ludcmp_flat_8 grid=1x1x1 block=256x1x1
// launch: ludcmp_global_8 grid=1x1x1 block=256x1x1
// report: Loop carries a dependence: A[i][j]
// report: Loop carries a dependence: y[i]
// report: Loop carries a dependence: x[i]
// expect: device kernels=6 in_order=0
// expect: multicore host_kernels=3 in_order=0
// Sums are shared out between threads.
#define ROUNDING 1e-12
enum { n = 29 };
#define PARAMETERS int n
#define ARGUMENTS n
#define ARRAYS(X) X(A, [n][n]) X(b, [n]) X(x, [n]) X(y, [n])
#define PREPARE for (int i = 0; i < n; i++) A[i][i] += 10 * n
#define NEST "pb/ludcmp.h"
#include "pb.h"
