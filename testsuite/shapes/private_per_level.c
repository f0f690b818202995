// Private arrays: of each thread, of each worker, of each gang.
void sort(int n, int m, const int *restrict a, int *restrict out)
{
    int key[4], row[32], seen[2];
    #pragma acc parallel loop gang private(seen) num_workers(4) vector_length(32) present(a, out)
    for (int i = 0; i < n; i++) {
        seen[0] = a[i], seen[1] = i;
        #pragma acc loop worker private(row)
        for (int j = 0; j < m; j++) {
            #pragma acc loop vector
            for (int k = 0; k < 32; k++)
                row[k] = a[k] + seen[0];
            #pragma acc loop vector private(key)
            for (int k = 0; k < 32; k++) {
                for (int l = 0; l < 4; l++)
                    key[l] = row[(k + l) % 32];
                out[(i * m + j) * 32 + k] = key[0] + key[3] + seen[1];
            }
        }
    }
}
