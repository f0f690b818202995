// Sections of arrays of variable length in two dimensions, in part, and of pointers to rows.
void borders(int n, int m, float a[n][m], float (*b)[m], float **rows)
{
    #pragma omp parallel for schedule(static) if(((double)n - 2) * ((double)m - 4) > 91000)
    for (int i = 1; i < n - 1; i++)
        for (int j = 2; j < m - 2; j++) {
            b[i][j] = a[i][j];
            rows[i][j] += b[i][j];
        }
}
