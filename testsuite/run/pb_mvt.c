// Products with a matrix and its transpose.
// run: -O2 -ffp-contract=off
// launch: mvt_vla_8 grid=2x1x1 block=128x1x1
// launch: mvt_flat_8 grid=2x1x1 block=128x1x1
// launch: mvt_global_8 grid=130x1x1 block=128x1x1
// launch: mvt_global_11 grid=2x1x1 block=128x1x1
// report: devices run the loops at lines
// expect: device kernels=4 in_order=0
// expect: multicore host_kernels=3 in_order=0
#define UNIT 8
enum { n = 130 };
#define PARAMETERS int n
#define ARGUMENTS n
#define ARRAYS(X) X(x, [n]) X(z, [n]) X(y, [n]) X(w, [n]) X(A, [n][n])
#define NEST "pb/mvt.h"
#include "pb.h"
