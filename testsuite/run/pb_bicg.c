// s = A' r and q = A p in one nest.
// Sums in memory are shared out between threads; with such numbers they are exact in any order.
// run: -O2 -ffp-contract=off
// launch: bicg_vla_8 grid=1x1x1 block=128x1x1
// launch: bicg_flat_8 grid=1x1x1 block=128x1x1
// launch: bicg_global_8 grid=1x1x1 block=128x1x1
// launch: bicg_vla_10 grid=2x1x1 block=128x1x1
// launch: bicg_vla_10_2 grid=1x1x1 block=128x1x1
// launch: bicg_flat_10 grid=2x1x1 block=128x1x1
// launch: bicg_flat_10_2 grid=1x1x1 block=128x1x1
// launch: bicg_global_10 grid=130x1x1 block=64x1x1
// launch: bicg_global_10_2 grid=1x1x1 block=128x1x1
// report: the host's cores run this loop as 2, one after the other
// report: devices run this loop as 2, one after the other
// expect: device kernels=9 in_order=0
// expect: multicore host_kernels=3 in_order=0
#define UNIT 8
enum { n = 130, m = 50 };
#define PARAMETERS int n, int m
#define ARGUMENTS n, m
#define ARRAYS(X) X(A, [n][m]) X(s, [m]) X(q, [n]) X(p, [m]) X(r, [n])
#define NEST "pb/bicg.h"
#include "pb.h"
