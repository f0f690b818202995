// A tile whose first size is left to the implementation, of loops with odd bounds and steps.
void inner(int n, int m, double a[n][m])
{
    #pragma acc parallel loop gang tile(*, 16) copy(a[0:n][0:m])
    for (int i = 1; i <= n - 2; i += 3)
        for (int j = m - 2; j > 0; j--)
            a[i][j] = i * 100 + j;
}
