// Forces of all on all: the sums are the outer iteration's.
// true: line 4 parallel, line 6 reduction
void forces(int n, const float *restrict x, float *restrict f)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int j = 0; j < n; j++) {
            float d = x[j] - x[i];
            sum += d / (d * d + 1e-6f);
        }
        f[i] = sum;
    }
}
