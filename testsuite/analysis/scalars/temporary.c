// A scalar from outside that each iteration sets before it reads it, and that nobody reads afterwards.
// true: line 5 parallel
void norm(int n, const double *restrict x, const double *restrict y, double *restrict r)
{
    double t;
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        t = x[i] * x[i];
        t += y[i] * y[i];
        r[i] = t;
    }
}
