// A counter through both loops: it is i * m + j.
// true: line 5 parallel, line 6 parallel
void number(int n, int m, int a[n][m])
{
    int k = 0;
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = k++;
}
