// The sum is read on the way.
// true: line 5 sequential
int steps(int n, const int *a, int limit)
{
    int s = 0, over = 0;
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        s += a[i];
        if (s > limit)
            over++;
    }
    return over;
}
