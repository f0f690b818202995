// Sums in the elements of a small array, by a second loop.
// true: line 6 reduction, line 8 sequential
void moments(int n, const double *a)
{
    extern void keep(double *);
    double m[4] = {0};
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        double p = 1;
        for (int k = 0; k < 4; k++) {
            m[k] += p;
            p *= a[i];
        }
    }
    keep(m);
}
