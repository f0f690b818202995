// Tiles by gangs, their elements by lanes, and by workers.
void scale(int n, int m, double k, double *a)
{
    #pragma acc parallel num_workers(2) vector_length(64) copy(a[0:n * m])
    #pragma acc loop gang vector tile(8, 8)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i * m + j] *= k;
    #pragma acc parallel copy(a[0:n * m])
    #pragma acc loop gang worker tile(2, 64)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i * m + j] += k;
}
