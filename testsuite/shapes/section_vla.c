// Sections of arrays of variable length in two dimensions, in part, and of pointers to rows.
void borders(int n, int m, float a[n][m], float (*b)[m], float **rows)
{
    #pragma acc parallel loop gang vector collapse(2) copyin(a[1:n - 2][2:m - 4]) copyout(b[0:n][0:m]) \
        copy(rows[0:n][0:m])
    for (int i = 1; i < n - 1; i++)
        for (int j = 2; j < m - 2; j++) {
            b[i][j] = a[i][j];
            rows[i][j] += b[i][j];
        }
}
