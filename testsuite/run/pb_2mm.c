// D = alpha A B C + beta D.
// run: -O2 -ffp-contract=off
// launch: _2mm_vla_8 grid=1x1x1 block=32x8x1
// launch: _2mm_vla_14 grid=1x1x1 block=32x8x1
// launch: _2mm_flat_8 grid=1x1x1 block=32x8x1
// launch: _2mm_flat_14 grid=1x1x1 block=32x8x1
// launch: _2mm_global_8 grid=2x10x1 block=32x4x1
// launch: _2mm_global_14 grid=2x10x1 block=32x4x1
// report: 9, Loop is parallelizable
// report: 15, Loop is parallelizable
// expect: device kernels=6 in_order=0
// expect: multicore host_kernels=3 in_order=0
enum { ni = 37, nj = 41, nk = 29, nl = 43 };
static double alpha = 1.5, beta = 1.2;
#define PARAMETERS int ni, int nj, int nk, int nl, double alpha, double beta
#define ARGUMENTS ni, nj, nk, nl, alpha, beta
#define ARRAYS(X) X(tmp, [ni][nj]) X(A, [ni][nk]) X(B, [nk][nj]) X(C, [nj][nl]) X(D, [ni][nl])
#define NEST "pb/2mm.h"
#include "pb.h"
