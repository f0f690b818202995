// Many small products: with extents that are constants, the outer loop alone has enough for a device.
// true: line 5 parallel, line 6 parallel, line 7 parallel, line 9 reduction
enum { K = 4 };
void batch(int n, float (*restrict a)[K][K], float (*restrict b)[K][K], float (*restrict c)[K][K])
{
    #pragma acc kernels
    for (int s = 0; s < n; s++)
        for (int i = 0; i < K; i++)
            for (int j = 0; j < K; j++) {
                float sum = 0;
                for (int k = 0; k < K; k++)
                    sum += a[s][i][k] * b[s][k][j];
                c[s][i][j] = sum;
            }
}
