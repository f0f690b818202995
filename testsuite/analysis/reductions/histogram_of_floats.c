// Sums of floating-point numbers where a subscript chooses: atomic updates would give another result in each run, so they are in order.
// true: line 4 reduction
void weights(int n, const int *restrict k, const double *restrict w, double h[restrict 100])
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        h[k[i]] += w[i];
}
