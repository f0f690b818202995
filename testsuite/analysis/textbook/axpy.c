// Two plain pointers: whether they overlap is asked when the kernel is launched.
// true: line 4 parallel if apart
void axpy(int n, double a, const double *x, double *y)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}
