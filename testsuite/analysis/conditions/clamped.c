// The neighbour is found by a condition: at the border it is the element itself.
// true: line 4 parallel
void clamp(int n, const float *restrict a, float *restrict b)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        int l = i > 0 ? i - 1 : 0;
        int r = i < n - 1 ? i + 1 : n - 1;
        b[i] = a[l] + a[i] + a[r];
    }
}
