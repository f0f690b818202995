/* The most base pairs that an RNA sequence can fold into: one diagonal of the table after the other. */
enum { n = 1500 };
#define TYPE int
#define UNIT 1
#define PARAMETERS int n
#define ARGUMENTS n
#define ARRAYS(X) X(table, [n][n]) X(seq, [n])
#define PREPARE for (int i = 0; i < n; i++) { seq[i] %= 4; for (int j = 0; j < n; j++) table[i][j] = 0; }
#include "polybench.h"
KERNEL
{
#pragma acc data copy(table[0:n][0:n]) copyin(seq[0:n])
    for (int d = 1; d < n; d++) {
#pragma acc parallel loop gang present(table[0:n][0:n], seq[0:n])
        for (int i = 0; i < n - d; i++) {
            int j = i + d, best = table[i][j - 1];
            if (table[i + 1][j] > best)
                best = table[i + 1][j];
            int pair = table[i + 1][j - 1] + (d > 1 && seq[i] + seq[j] == 3);
            if (pair > best)
                best = pair;
#pragma acc loop vector reduction(max:best)
            for (int k = i + 1; k < j; k++) {
                int split = table[i][k] + table[k + 1][j];
                best = split > best ? split : best;
            }
            table[i][j] = best;
        }
    }
}
