// Read through an index. Integers can't be what a store of doubles changes, but the two arrays of doubles may overlap.
// true: line 4 parallel if apart
void gather(int n, const int *k, const double *x, double *y)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        y[i] = x[k[i]];
}
