// A pointer into an array that is used as well. Whether they overlap is asked although they always do here (if n is above 1), so the version in order runs.
// true: line 5 parallel if apart
void shifted(int n, double *a)
{
    double *b = a + 1;
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        b[i] = a[i];
}
