// A pointer that is set up in the region, for each row.
// true: line 4 parallel, line 6 parallel
void rows(int n, int m, float *a)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        float *row = a + i * m;
        for (int j = 0; j < m; j++)
            row[j] = i + j;
    }
}
