// unroll(n), as nvc has it, on a loop by itself and on one inside of lanes.
void stencil(int n, int m, const float *restrict c, const float *restrict a, float *restrict b)
{
    #pragma omp parallel for schedule(static) if(n > 3608)
    for (int i = 4; i < n - 4; i++) {
        float s = 0;
        #pragma GCC unroll 9
        for (int k = -4; k <= 4; k++)
            s += c[k + 4] * a[i + k];
        b[i] = s;
    }
    #pragma omp parallel for simd schedule(static) if(m > 40000)
    for (int i = 0; i < m; i++)
        b[i] += a[i];
}
