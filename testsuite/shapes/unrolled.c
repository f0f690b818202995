// unroll(n), as nvc has it, on a loop by itself and on one inside of lanes.
void stencil(int n, int m, const float *restrict c, const float *restrict a, float *restrict b)
{
    #pragma acc parallel loop gang vector present(c, a, b)
    for (int i = 4; i < n - 4; i++) {
        float s = 0;
        #pragma acc loop seq unroll(9)
        for (int k = -4; k <= 4; k++)
            s += c[k + 4] * a[i + k];
        b[i] = s;
    }
    #pragma acc parallel loop unroll(4) present(a, b)
    for (int i = 0; i < m; i++)
        b[i] += a[i];
}
