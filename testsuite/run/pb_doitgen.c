// Each row of A times C.
// run: -O2 -ffp-contract=off
// launch: doitgen_vla_8 grid=1x1x1 block=128x1x1
// launch: doitgen_flat_8 grid=1x1x1 block=128x1x1
// launch: doitgen_global_8 grid=13x11x1 block=128x1x1
// report: Loop carries a dependence: sum[p]
// expect: device kernels=3 in_order=0
// expect: multicore host_kernels=3 in_order=0
enum { nr = 11, nq = 13, np = 17 };
#define PARAMETERS int nr, int nq, int np
#define ARGUMENTS nr, nq, np
#define ARRAYS(X) X(A, [nr][nq][np]) X(C, [np][np]) X(sum, [np])
#define NEST "pb/doitgen.h"
#include "pb.h"
