// A recursive filter along rows and columns, forwards and backwards.
// run: -O2 -ffp-contract=off
// launch: deriche_vla_8 grid=1x1x1 block=128x1x1
// launch: deriche_vla_27 grid=2x10x1 block=32x4x1
// launch: deriche_vla_30 grid=1x1x1 block=128x1x1
// launch: deriche_vla_49 grid=2x10x1 block=32x4x1
// launch: deriche_flat_8 grid=1x1x1 block=128x1x1
// launch: deriche_flat_27 grid=2x10x1 block=32x4x1
// launch: deriche_flat_49 grid=2x10x1 block=32x4x1
// launch: deriche_global_8 grid=1x1x1 block=128x1x1
// launch: deriche_global_27 grid=2x10x1 block=32x4x1
// launch: deriche_global_30 grid=1x1x1 block=128x1x1
// launch: deriche_global_49 grid=2x10x1 block=32x4x1
// report: Loop carries a dependence: before
// report: Loop carries a dependence: next
// report: 28, Loop is parallelizable
// report: 50, Loop is parallelizable
// report: devices run the loops at lines
// expect: device kernels>=3 in_order=0
// expect: multicore host_kernels=3 in_order=0
enum { w = 37, h = 41 };
static double a = 0.2, b = 0.15, c = 0.6, d = -0.1;
#define PARAMETERS int w, int h, double a, double b, double c, double d
#define ARGUMENTS w, h, a, b, c, d
#define ARRAYS(X) X(in, [w][h]) X(out, [w][h]) X(f, [w][h]) X(g, [w][h])
#define NEST "pb/deriche.h"
#include "pb.h"
