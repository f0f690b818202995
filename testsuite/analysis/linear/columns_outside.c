// The loops the wrong way around: i runs along memory's rows and j along the elements, so j has to get thread.x.
// true: line 4 parallel, line 5 parallel
void fill(int n, int m, double b[n][m])
{
    #pragma acc kernels
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            b[i][j] = i - j;
}
