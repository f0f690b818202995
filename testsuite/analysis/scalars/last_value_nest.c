// A scalar of a nest, read afterwards: its value in the last iteration of both loops has to be kept, or that from before.
// true: line 5 parallel, line 6 parallel
int product(int n, int m, const int (*restrict a)[64], int (*restrict b)[64])
{
    int t = -1;
    #pragma acc kernels copyin(a[0:n]) copy(b[0:n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            t = 2 * a[i][j];
            b[i][j] = t + 1;
        }
    return t;
}
