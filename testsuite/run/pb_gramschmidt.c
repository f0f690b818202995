// Orthonormal columns Q, and the triangle R with Q R = A.
// run: -O2 -ffp-contract=off
// report: Loop carries a dependence: A[i][j]
// expect: device kernels>=3 in_order=0
// expect: multicore host_kernels=3 in_order=0
// Sums are shared out between threads.
#define ROUNDING 1e-12
enum { m = 41, n = 29 };
#define PARAMETERS int m, int n
#define ARGUMENTS m, n
#define ARRAYS(X) X(A, [m][n]) X(R, [n][n]) X(Q, [m][n])
#define PREPARE for (int i = 0; i < n; i++) A[i][i] += 10
#define NEST "pb/gramschmidt.h"
#include "pb.h"
