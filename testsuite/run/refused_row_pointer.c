// Each iteration makes a pointer to its row, and walks it.
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#include <stdlib.h>

static void sums(int n, int m, const double *restrict a, double *restrict out)
{
    #pragma acc kernels copyin(a[0:n * m])
    for (int i = 0; i < n; i++) {
        const double *p = a + i * m;
        double s = 0;
        for (int j = 0; j < m; j++)
            s += *p++;
        out[i] = s;
    }
}

int main(void)
{
    int n = 40, m = 30;
    double *a = malloc(n * m * sizeof *a), *out = malloc(n * sizeof *out);
    for (int i = 0; i < n * m; i++)
        a[i] = i;
    sums(n, m, a, out);
    for (int i = 0; i < n; i++)
        CHECK(out[i] == m * (i * m) + m * (m - 1) / 2);
    free(a);
    free(out);
    return CHECKED();
}
