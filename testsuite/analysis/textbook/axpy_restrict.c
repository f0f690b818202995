// The same with restrict: nothing is left to ask.
// true: line 4 parallel
void axpy(int n, double a, const double *restrict x, double *restrict y)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}
