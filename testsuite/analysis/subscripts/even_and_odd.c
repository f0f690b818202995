// Written at even places, read at odd ones: 2i and 2k + 1 are never the same.
// true: line 4 parallel
void parity(int n, float *a)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        a[2 * i] = a[2 * i + 1];
}
