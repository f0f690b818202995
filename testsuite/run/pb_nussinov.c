// The most base pairs that an RNA sequence can fold into.
// run: -O2 -ffp-contract=off
// report: Loop carries a dependence: table[i][j]
// expect: device kernels>=3 in_order=0
// expect: multicore host_kernels=3 in_order=0
enum { n = 37 };
#define PARAMETERS int n
#define ARGUMENTS n
#define ARRAYS(X) X(seq, [n]) X(table, [n][n])
#define TYPE int
#define UNIT 1
#define PREPARE                                             \
    for (int i = 0; i < n; i++) {                           \
        seq[i] %= 4;                                        \
        memset(table[i], 0, sizeof table[i]);               \
    }
#define NEST "pb/nussinov.h"
#include "pb.h"
