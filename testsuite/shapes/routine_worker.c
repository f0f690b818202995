// A routine of workers and lanes that calls one of lanes.
#pragma acc routine vector
static void fill(int m, float x, float *row)
{
    #pragma acc loop vector
    for (int j = 0; j < m; j++)
        row[j] = x + j;
}
#pragma acc routine worker
static void rows(int n, int m, float *a)
{
    float first = a[0];
    #pragma acc loop worker
    for (int i = 0; i < n; i++)
        fill(m, first * i, a + i * m);
}
void planes(int k, int n, int m, float *a)
{
    #pragma acc parallel loop gang num_workers(4) vector_length(32) copy(a[0:k * n * m])
    for (int p = 0; p < k; p++)
        rows(n, m, a + p * n * m);
}
