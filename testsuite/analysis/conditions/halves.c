// The lower half is written from the upper one.
// true: line 4 parallel
void fold(int n, float *a)
{
    #pragma acc kernels
    for (int i = 0; i < n / 2; i++)
        a[i] += a[i + n / 2];
}
