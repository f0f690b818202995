// A second variable that grows with the loop's: it is 2 * i.
// true: line 5 parallel
void every_other(int n, const double *restrict a, double *restrict b)
{
    int k = 0;
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        b[i] = a[k];
        k += 2;
    }
}
