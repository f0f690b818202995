// Sums and products of one element don't commute.
// true: line 4 sequential
void both(int n, const int *restrict a, int *restrict out)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        out[0] += a[i];
        out[0] *= 3;
    }
}
