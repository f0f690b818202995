// Reads the lower triangle and writes the upper one: they meet nowhere but on the diagonal, which is left out.
// true: line 4 parallel, line 5 parallel
void mirror(int n, double a[n][n])
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            a[i][j] = a[j][i];
}
