// A private array of the gang, which its lanes fill and read: in shared memory, with barriers.
void smooth(int n, int m, float *a)
{
    float row[128];
    #pragma acc parallel loop gang vector_length(128) private(row) copy(a[0:n * m])
    for (int i = 0; i < n; i++) {
        #pragma acc loop vector
        for (int j = 0; j < m; j++)
            row[j] = a[i * m + j];
        #pragma acc loop vector
        for (int j = 1; j < m - 1; j++)
            a[i * m + j] = (row[j - 1] + row[j] + row[j + 1]) / 3;
    }
}
