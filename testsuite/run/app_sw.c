// Smith-Waterman over anti-diagonals: a pointer to rows of variable length, whose length no statement of the loop names.
// expect: device kernels=223 upload_bytes=44677 downloads=225 download_bytes=44452
// expect: multicore host_kernels=223 uploads=0
#include "check.h"
#include <stdlib.h>
#include <string.h>
#define MATCH 3
#define MISMATCH (-3)
#define GAP 2
#define MAX(a,b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
static int align(const char *a, const char *b, long *total)
{
    const int n = (int)strlen(a), m = strlen(b); int best = 0;
    int (*h)[m + 1] = calloc(n + 1, sizeof *h);
    #pragma acc data copyin(a[0:n], b[0:m]) copy(h[0:n+1][0:m+1])
    for (int d = 2; d <= n + m; d++) {
        int lo = d - m > 1 ? d - m : 1, hi = d - 1 < n ? d - 1 : n;
        #pragma acc parallel loop present(a, b, h) firstprivate(d) reduction(max:best)
        for (int i = lo; i <= hi; i++) {
            int j = d - i, s = a[i - 1] == b[j - 1] ? MATCH : MISMATCH;
            int v = MAX(0, h[i - 1][j - 1] + s);
            v = MAX(v, h[i - 1][j] - GAP); v = MAX(v, h[i][j - 1] - GAP);
            h[i][j] = v;
            best = best > v ? best : v;
        }
    }
    long sum = 0; for (int i = 0; i <= n; i++) for (int j = 0; j <= m; j++) sum += h[i][j];
    *total = sum; free(h);
    return best;
}
int main(void)
{
    char x[120], y[90]; for (int i = 0; i < 119; i++) x[i] = "ACGT"[(i * i + 3 * i) / 5 % 4]; x[119] = 0;
    for (int i = 0; i < 89; i++) y[i] = "ACGT"[(i * i + i) / 3 % 4]; y[89] = 0;
    long sum; CHECK(align(x, y, &sum) == 124); CHECK(sum == 413268); CHECK(align("TGTTACGG", "GGTTGACTA", &sum) == 13); CHECK(sum == 293);
    return CHECKED();
}
