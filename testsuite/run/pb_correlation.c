// The correlations between columns.
// run: -O2 -ffp-contract=off
// launch: correlation_vla_8 grid=1x1x1 block=128x1x1
// launch: correlation_vla_22 grid=2x14x1 block=32x4x1
// launch: correlation_vla_27 grid=40x1x1 block=128x1x1
// launch: correlation_vla_36 grid=1x1x1 block=1x1x1
// launch: correlation_flat_8 grid=1x1x1 block=128x1x1
// launch: correlation_flat_22 grid=2x14x1 block=32x4x1
// launch: correlation_flat_36 grid=1x1x1 block=1x1x1
// launch: correlation_global_8 grid=1x1x1 block=128x1x1
// launch: correlation_global_22 grid=2x14x1 block=32x4x1
// launch: correlation_global_27 grid=40x1x1 block=128x1x1
// launch: correlation_global_36 grid=1x1x1 block=1x1x1
// report: 23, Loop is parallelizable
// report: devices run the loops at lines
// expect: device kernels=12 in_order=0
// expect: multicore host_kernels=3 in_order=0
enum { n = 53, m = 41 };
#define PARAMETERS int n, int m
#define ARGUMENTS n, m
#define ARRAYS(X) X(data, [n][m]) X(corr, [m][m]) X(mean, [m]) X(dev, [m])
#define NEST "pb/correlation.h"
#include "pb.h"
