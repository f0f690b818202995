// The same scalar, read afterwards: the last iteration's value has to be kept.
// true: line 5 parallel
double norm(int n, const double *restrict x, double *restrict r)
{
    double t = 0;
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        t = x[i] * x[i];
        r[i] = t;
    }
    return t;
}
