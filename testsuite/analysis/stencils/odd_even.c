// In one dimension: odd elements from even ones.
// true: line 4 parallel
void odd(int n, float *a)
{
    #pragma acc kernels
    for (int i = 1; i < n - 1; i += 2)
        a[i] = 0.5f * (a[i - 1] + a[i + 1]);
}
