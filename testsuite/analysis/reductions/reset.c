// A sum that starts again where the data say so.
// true: line 5 sequential
int runs(int n, const int *a)
{
    int s = 0;
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        if (a[i] == 0)
            s = 0;
        s += a[i];
    }
    return s;
}
