// The same through pointers to rows of a fixed length.
// true: line 5 parallel if apart, line 6 parallel if apart
enum { M = 512 };
void jacobi(int n, double (*a)[M], double (*b)[M])
{
    #pragma acc kernels
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < M - 1; j++)
            b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}
