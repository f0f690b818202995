// Horner's rule for each point: the inner loop carries a scalar, the outer one is parallel.
// true: line 4 parallel, line 6 sequential
void horner(int n, int d, const float *restrict c, const float *restrict x, float *restrict y)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        float v = 0;
        for (int k = 0; k < d; k++)
            v = v * x[i] + c[k];
        y[i] = v;
    }
}
