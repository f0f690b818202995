// Not a sum: the sign of all that came before changes in each iteration.
// true: line 5 sequential
int alternating(int n, const int *a)
{
    int s = 0;
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        s = a[i] - s;
    return s;
}
