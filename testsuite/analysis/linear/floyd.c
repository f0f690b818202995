// Shortest paths. Row and column k don't change in step k if no path is negative, but C's rules know nothing of that. These are the loops of the text (`--acc-transform=false`): otherwise they are cut at row k and at column k, and the parts are parallel.
// run: --acc-transform=false
// true: line 4 sequential, line 5 sequential, line 6 sequential
void paths(int n, int d[n][n])
{
    #pragma acc kernels
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                d[i][j] = d[i][k] + d[k][j] < d[i][j] ? d[i][k] + d[k][j] : d[i][j];
}
