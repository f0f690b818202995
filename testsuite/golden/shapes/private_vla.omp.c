// Private arrays of variable length, of each thread: by a clause, and declared in the loop.
void windows(int n, int m, const double *restrict a, double *restrict out)
{
    double row[m];
    #pragma omp parallel for schedule(static) if((double)n * (double)m > 250000) private(row)
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            row[j] = a[i] * j;
        out[i] = row[m / 2];
    }
    #pragma omp parallel for schedule(static) if((double)n * (double)m > 170000)
    for (int i = 0; i < n; i++) {
        double own[m][2];
        for (int j = 0; j < m; j++)
            own[j][0] = a[i], own[j][1] = j;
        out[i] += own[m - 1][0] * own[m / 2][1];
    }
}
