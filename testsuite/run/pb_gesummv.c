// y = alpha A x + beta B x.
// run: -O2 -ffp-contract=off
// launch: gesummv_vla_8 grid=1x1x1 block=128x1x1
// launch: gesummv_flat_8 grid=1x1x1 block=128x1x1
// launch: gesummv_global_8 grid=67x1x1 block=96x1x1
// expect: device kernels=3 in_order=0
// expect: multicore host_kernels=3 in_order=0
enum { n = 67 };
#define UNIT 8
static double alpha = 1.5, beta = 1.25;
#define PARAMETERS int n, double alpha, double beta
#define ARGUMENTS n, alpha, beta
#define ARRAYS(X) X(A, [n][n]) X(B, [n][n]) X(tmp, [n]) X(x, [n]) X(y, [n])
#define NEST "pb/gesummv.h"
#include "pb.h"
