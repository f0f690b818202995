// The sum of the variables: iterations of both loops meet in one element.
// true: line 4 sequential, line 5 parallel
void sums(int n, int *restrict a, int b[restrict n][n])
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i + j] = b[i][j];
}
