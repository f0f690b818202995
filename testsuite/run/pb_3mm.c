// G = (A B) (C D).
// run: -O2 -ffp-contract=off
// launch: _3mm_vla_8 grid=1x1x1 block=32x8x1
// launch: _3mm_vla_14 grid=1x1x1 block=32x8x1
// launch: _3mm_vla_20 grid=1x1x1 block=32x8x1
// launch: _3mm_flat_8 grid=1x1x1 block=32x8x1
// launch: _3mm_flat_14 grid=1x1x1 block=32x8x1
// launch: _3mm_flat_20 grid=1x1x1 block=32x8x1
// launch: _3mm_global_8 grid=2x10x1 block=32x4x1
// launch: _3mm_global_14 grid=2x11x1 block=32x4x1
// launch: _3mm_global_20 grid=2x10x1 block=32x4x1
// report: 9, Loop is parallelizable
// report: 15, Loop is parallelizable
// report: 21, Loop is parallelizable
// expect: device kernels=9 in_order=0
// expect: multicore host_kernels=3 in_order=0
enum { ni = 37, nj = 41, nk = 29, nl = 43, nm = 23 };
#define PARAMETERS int ni, int nj, int nk, int nl, int nm
#define ARGUMENTS ni, nj, nk, nl, nm
#define ARRAYS(X) X(E, [ni][nj]) X(A, [ni][nk]) X(B, [nk][nj]) X(F, [nj][nl]) X(C, [nj][nm]) X(D, [nm][nl]) X(G, [ni][nl])
#define NEST "pb/3mm.h"
#include "pb.h"
