// The covariances of columns.
// run: -O2 -ffp-contract=off
// launch: covariance_vla_8 grid=1x1x1 block=128x1x1
// launch: covariance_vla_14 grid=2x14x1 block=32x4x1
// launch: covariance_vla_17 grid=1x1x1 block=32x8x1
// launch: covariance_flat_8 grid=1x1x1 block=128x1x1
// launch: covariance_flat_14 grid=2x14x1 block=32x4x1
// launch: covariance_global_8 grid=1x1x1 block=128x1x1
// launch: covariance_global_14 grid=2x14x1 block=32x4x1
// launch: covariance_global_17 grid=2x11x1 block=32x4x1
// report: 15, Loop is parallelizable
// expect: device kernels=9 in_order=0
// expect: multicore host_kernels=3 in_order=0
enum { n = 53, m = 41 };
#define PARAMETERS int n, int m
#define ARGUMENTS n, m
#define ARRAYS(X) X(data, [n][m]) X(cov, [m][m]) X(mean, [m])
#define NEST "pb/covariance.h"
#include "pb.h"
