// host: the scans stand before the construct's values, those that others need first
// Sections that the host finds by a scan: a matrix by rows, and elements by a table under a condition.
void rows(int n, const int *row, const int *col, const double *v, const double *x, double *restrict y)
{
    #pragma omp parallel for schedule(static) if((n > 0 ? (double)row[n] - (double)row[0] : 0.0) > 150000)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            s += v[k] * x[col[k]];
        y[i] = s;
    }
}

void chosen(int n, int m, const unsigned char *restrict used, const long *at, double *sum, const double *restrict a)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (used[i])
                sum[2 * at[i] - 1] += a[i * m + j];
}
