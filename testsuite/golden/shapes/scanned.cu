// nvrtc: --fmad=false
// scanned.c:6  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) scanned_rows_6(int n, const int *row, const double *v, const double *x, const int *col, double *__restrict__ y)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < n; i += gridDim.x * blockDim.x) {
        double s = 0;
        for (int k = row[i]; k < row[i + 1]; k++) {
            s += v[k] * x[col[k]];
        }
        y[i] = s;
    }
}

// scanned.c:17  serial
extern "C" __global__ void __launch_bounds__(1) scanned_chosen_17(int n, int m, const unsigned char *__restrict__ used, const double *__restrict__ a, double *sum, const long *at)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            if (used[i]) {
                sum[2 * at[i] - 1] += a[i * m + j];
            }
        }
    }
}
