// L x = b for a lower triangle L. One gang shares the sums out, where L and x are known to lie apart. Where the program asks, the loop becomes
// two, of which the second goes wave by wave.
// run: -O2 -ffp-contract=off
// launch: trisolv_global_8 grid=1x1x1 block=256x1x1
// report: Loop carries a dependence: x[i]
// report: devices run this loop as 2
// report: devices run it as a wavefront along i + j
// expect: device kernels=5 in_order=0
// expect: multicore host_kernels=3 in_order=0
enum { n = 53 };
#define PARAMETERS int n
#define ARGUMENTS n
#define ARRAYS(X) X(L, [n][n]) X(x, [n]) X(b, [n])
#define PREPARE for (int i = 0; i < n; i++) L[i][i] += 10 * n
#define ROUNDING 1e-12
#define NEST "pb/trisolv.h"
#include "pb.h"
