// A routine of workers and lanes that calls one of lanes.
static void fill(int m, float x, float *row)
{
    for (int j = 0; j < m; j++)
        row[j] = x + j;
}
static void rows(int n, int m, float *a)
{
    float first = a[0];
    for (int i = 0; i < n; i++)
        fill(m, first * i, a + i * m);
}
void planes(int k, int n, int m, float *a)
{
    #pragma omp parallel for schedule(static)
    for (int p = 0; p < k; p++)
        rows(n, m, a + p * n * m);
}
