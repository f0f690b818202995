// A matrix with five diagonals, stored by diagonals, times a vector: bounds are the larger and the smaller of two.
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#include <stdlib.h>

static void band(int n, int w, const double *restrict a, const double *x, double *restrict y)
{
    #pragma acc kernels copyin(a[0:n * (2 * w + 1)])
    for (int i = 0; i < n; i++) {
        int from = i - w < 0 ? 0 : i - w, to = i + w > n - 1 ? n - 1 : i + w;
        double s = 0;
        for (int j = from; j <= to; j++)
            s += a[i * (2 * w + 1) + j - i + w] * x[j];
        y[i] = s;
    }
}

int main(void)
{
    int n = 300, w = 2;
    double *a = malloc(n * (2 * w + 1) * sizeof *a), *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
    for (int i = 0; i < n * (2 * w + 1); i++)
        a[i] = 1;
    for (int i = 0; i < n; i++)
        x[i] = i;
    band(n, w, a, x, y);
    CHECK(y[0] == 3 && y[1] == 6 && y[n - 1] == 3 * (n - 2));
    for (int i = w; i < n - w; i++)
        CHECK(y[i] == 5 * i);
    free(a);
    free(x);
    free(y);
    return CHECKED();
}
