// Scalars that one thread of a gang, or of a worker, computes and its lanes use.
void bilinear(int n, int m, int k, const float *restrict grid, const float *restrict at, float *restrict out)
{
    #pragma acc parallel loop gang num_workers(4) vector_length(32) present(grid, at, out)
    for (int i = 0; i < n; i++) {
        int cell = (int)at[i];
        float right = at[i] - cell;
        #pragma acc loop worker
        for (int j = 0; j < m; j++) {
            float left = 1 - right;
            left *= grid[j];
            #pragma acc loop vector
            for (int l = 0; l < k; l++)
                out[(i * m + j) * k + l] = left * grid[cell + l] + right * grid[cell + l + 1];
        }
    }
}
