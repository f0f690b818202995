// Subscripts flattened by hand, with run-time extents; the parallel dimension must be proved or left alone, and be right.
// expect: device kernels>=2
#include "check.h"
#include <stdlib.h>

static void smooth(const float *restrict in, float *restrict out, int n, int m)
{
    #pragma acc kernels copyin(in[0:n * m]) copy(out[0:n * m])
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            out[i * m + j] = in[i * m + j - 1] + in[(i + 1) * m + j];
}

static void overlap(int *a, int n, int stride)
{
    #pragma acc kernels copy(a[0:n * stride + 10])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 10; j++)
            a[i * stride + j] = a[i * stride + j] * 3 + i;
}

int main(void)
{
    int n = 33, m = 47;
    float *in = malloc(sizeof(float) * n * m), *out = calloc(n * m, sizeof(float));
    int got[200] = {0}, want[200] = {0};
    for (int i = 0; i < n * m; i++)
        in[i] = (float)(i % 91);
    smooth(in, out, n, m);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            CHECK(out[i * m + j] == (i > 0 && i < n - 1 && j > 0 && j < m - 1 ? in[i * m + j - 1] + in[(i + 1) * m + j] : 0));
    overlap(got, 12, 3); /* rows overlap: iterations of i depend on each other */
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 10; j++)
            want[i * 3 + j] = want[i * 3 + j] * 3 + i;
    for (int i = 0; i < 200; i++)
        CHECK(got[i] == want[i]);
    free(in), free(out);
    return CHECKED();
}
