// The same for one end, with a variable for the bound.
// true: line 4 parallel, line 6 parallel
void blocks(int n, int w, double *a)
{
    #pragma acc kernels
    for (int b = 0; b < n; b += 32) {
        int end = b + 32 < n ? b + 32 : n;
        for (int i = b; i < end; i++)
            a[i] = a[i] * w;
    }
}
