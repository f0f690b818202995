// C = alpha A B + beta C.
// run: -O2 -ffp-contract=off
// launch: gemm_vla_8 grid=1x1x1 block=32x8x1
// launch: gemm_flat_8 grid=1x1x1 block=32x8x1
// launch: gemm_global_8 grid=37x1x1 block=128x1x1
// report: 9, Loop is parallelizable
// report: run sequentially in each thread: it sums up, and the loops around it use the parallelism
// report: 12, Loop is parallelizable
// expect: device kernels=3 in_order=0
// expect: multicore host_kernels=3 in_order=0
enum { ni = 37, nj = 41, nk = 29 };
static double alpha = 1.5, beta = 1.2;
#define PARAMETERS int ni, int nj, int nk, double alpha, double beta
#define ARGUMENTS ni, nj, nk, alpha, beta
#define ARRAYS(X) X(C, [ni][nj]) X(A, [ni][nk]) X(B, [nk][nj])
#define NEST "pb/gemm.h"
#include "pb.h"
