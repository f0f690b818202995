// y = A' (A x).
// Sums in memory are shared out between threads; with such numbers they are exact in any order.
// run: -O2 -ffp-contract=off
// launch: atax_vla_8 grid=1x1x1 block=128x1x1
// launch: atax_vla_10 grid=2x1x1 block=128x1x1
// launch: atax_vla_10_2 grid=1x1x1 block=128x1x1
// launch: atax_flat_8 grid=1x1x1 block=128x1x1
// launch: atax_flat_10 grid=2x1x1 block=128x1x1
// launch: atax_flat_10_2 grid=1x1x1 block=128x1x1
// launch: atax_global_8 grid=1x1x1 block=128x1x1
// launch: atax_global_10 grid=130x1x1 block=64x1x1
// launch: atax_global_10_2 grid=1x1x1 block=128x1x1
// report: run sequentially: it sums up, and the loops in it use the parallelism
// report: devices run this loop as 2, one after the other
// report: the host's cores run this loop as 2, one after the other
// expect: device kernels=9 in_order=0
// expect: multicore host_kernels=3 in_order=0
#define UNIT 8
enum { m = 130, n = 50 };
#define PARAMETERS int m, int n
#define ARGUMENTS m, n
#define ARRAYS(X) X(A, [m][n]) X(x, [n]) X(y, [n]) X(tmp, [m])
#define NEST "pb/atax.h"
#include "pb.h"
