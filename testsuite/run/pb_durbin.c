// Levinson and Durbin's recursion for a Toeplitz system.
// run: -O2 -ffp-contract=off
// report: Loop carries a dependence: alpha
// expect: device kernels>=3 in_order=0
// expect: multicore host_kernels=3 in_order=0
// Sums are shared out between threads.
#define ROUNDING 1e-12
enum { n = 53 };
#define PARAMETERS int n
#define ARGUMENTS n
#define ARRAYS(X) X(r, [n]) X(y, [n]) X(z, [n])
#define PREPARE for (int i = 0; i < n; i++) r[i] /= 16 * (i + 1)
#define NEST "pb/durbin.h"
#include "pb.h"
