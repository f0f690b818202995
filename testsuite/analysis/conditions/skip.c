// Iterations that are left out by `continue`.
// true: line 4 parallel
void roots(int n, const double *restrict a, double *restrict b)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        if (a[i] < 0)
            continue;
        b[i] = a[i] * a[i];
    }
}
