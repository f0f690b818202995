// Loops without a directive that get lanes: rows that are summed up, and a stencil whose loop outside has a clause's reduction. The last one stays in
// order, since its rows are read in each iteration.
void rows(int n, int m, const double *restrict a, const double *restrict x, double *restrict y)
{
    #pragma omp parallel for schedule(static) if((double)n * (double)m > 170000)
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < m; j++)
            sum += a[i * m + j] * x[j];
        y[i] = sum;
    }
}

float change(int n, int m, const float *restrict a, float *restrict b)
{
    float most = 0;
    #pragma omp parallel for schedule(static) if(((double)n - 2) * ((double)m - 2) > 59000) reduction(max:most)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++) {
            float new = (a[i * m + j - 1] + a[i * m + j + 1] + a[(i - 1) * m + j] + a[(i + 1) * m + j]) / 4;
            float by = new - a[i * m + j];
            if (by > most) most = by;
            b[i * m + j] = new;
        }
    return most;
}

void sparse(int n, const int *restrict row, const int *restrict column, const double *restrict a, const double *restrict x, double *restrict y)
{
    #pragma omp parallel for schedule(static) if((n > 0 ? (double)row[n] - (double)row[0] : 0.0) > 150000)
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            sum += a[k] * x[column[k]];
        y[i] = sum;
    }
}
