// Both subscripts together tell the elements apart: (i, i + 1) is written and (i + 1, i) is read.
// true: line 4 parallel
void coupled(int n, double a[n][n])
{
    #pragma acc kernels
    for (int i = 0; i < n - 1; i++)
        a[i][i + 1] = a[i + 1][i];
}
