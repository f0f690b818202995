// Each unknown needs those before it; the row's sum could be shared out.
// true: line 4 sequential, line 6 reduction
void solve(int n, double l[restrict n][n], double *restrict x)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        double sum = x[i];
        for (int j = 0; j < i; j++)
            sum -= l[i][j] * x[j];
        x[i] = sum / l[i][i];
    }
}
