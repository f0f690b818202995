// Heat flow by alternating directions: a tridiagonal system for each column, then for each row.
// run: -O2 -ffp-contract=off
// launch: adi_vla_8 grid=1x1x1 block=128x1x1
// launch: adi_flat_8 grid=1x1x1 block=128x1x1
// launch: adi_global_8 grid=1x1x1 block=128x1x1
// report: Loop carries a dependence: v[0][i]
// report: Loop carries a dependence: p[i][j]
// report: Loop carries a dependence: v[j][i]
// report: Loop carries a dependence: u[i][j]
// expect: device kernels=3 in_order=0
// expect: multicore host_kernels=3 in_order=0
enum { steps = 3, n = 37 };
static double a = -0.4, b = 1.8, c = -0.4, d = -0.4;
#define PARAMETERS int steps, int n, double a, double b, double c, double d
#define ARGUMENTS steps, n, a, b, c, d
#define ARRAYS(X) X(u, [n][n]) X(v, [n][n]) X(p, [n][n]) X(q, [n][n])
#define NEST "pb/adi.h"
#include "pb.h"
