// A step that isn't known: with 0, all iterations would write one element.
// true: line 4 parallel if apart
void strided(int n, int s, const double *restrict x, double *restrict y)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        y[i * s] = x[i];
}
