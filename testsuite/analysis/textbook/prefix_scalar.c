// A running sum whose value is stored on the way is no reduction.
// true: line 5 sequential
void prefix(int n, const double *restrict a, double *restrict p)
{
    double sum = 0;
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        sum += a[i];
        p[i] = sum;
    }
}
