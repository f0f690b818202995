// A scalar that the loop only adds to is a sum.
// true: line 5 reduction
double dot(int n, const double *x, const double *y)
{
    double sum = 0;
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}
