// A plane in one piece of memory. The sections are those of the interior and its neighbours.
// true: line 4 parallel, line 5 parallel
void jacobi(int n, int m, const double *restrict a, double *restrict b)
{
    #pragma acc kernels
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            b[i * m + j] = 0.25 * (a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1]);
}
