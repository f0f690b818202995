// Three neighbours from one array into another.
// true: line 4 parallel if apart
void smooth(int n, const double *a, double *b)
{
    #pragma acc kernels
    for (int i = 1; i < n - 1; i++)
        b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
}
