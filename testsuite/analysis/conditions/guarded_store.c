// Whether an iteration writes depends on data: one scalar element is written by several, so the last one has to win.
// true: line 4 sequential
void last(int n, const int *restrict a, int *restrict out)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        if (a[i] > 0)
            out[0] = i;
}
