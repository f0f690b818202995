// A routine with a loop of lanes and an early return, called by gangs, and by workers.
#pragma acc routine vector
static double norm(int m, const double *row)
{
    double s = 0;
    if (m <= 0)
        return -1;
    #pragma acc loop vector reduction(+ : s)
    for (int j = 0; j < m; j++)
        s += row[j] * row[j];
    return s;
}
void norms(int n, int m, const double *restrict a, double *restrict s)
{
    #pragma acc parallel loop gang present(a, s)
    for (int i = 0; i < n; i++)
        s[i] = norm(m, a + i * m);
    #pragma acc parallel loop gang worker num_workers(4) vector_length(32) present(a, s)
    for (int i = 0; i < n; i++)
        if (s[i] > 1)
            s[i] = norm(m - 1, a + i * m);
}
