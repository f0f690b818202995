// Shortest paths between all pairs.
// run: -O2 -ffp-contract=off
// launch: floyd_warshall_vla_9_3 grid=36x1x1 block=128x1x1
// launch: floyd_warshall_flat_9_3 grid=36x1x1 block=128x1x1
// launch: floyd_warshall_global_9_3 grid=36x1x1 block=128x1x1
// report: in parts, before, at and after i = k, j = k
// expect: device kernels=333 in_order=0
// expect: multicore host_kernels=3 in_order=0
enum { n = 37 };
#define PARAMETERS int n
#define ARGUMENTS n
#define ARRAYS(X) X(path, [n][n])
#define TYPE int
#define UNIT 1
#define NEST "pb/floyd_warshall.h"
#include "pb.h"
