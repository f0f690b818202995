// A sum of lanes for each worker, and the greatest of these over the workers, used in between.
void spread(int n, int m, int k, const double *restrict a, double *restrict sums, double *restrict widest)
{
    #pragma acc parallel loop gang num_workers(4) vector_length(32) present(a, sums, widest)
    for (int i = 0; i < n; i++) {
        double most = 0;
        #pragma acc loop worker reduction(max : most)
        for (int j = 0; j < m; j++) {
            double s = 0;
            #pragma acc loop vector reduction(+ : s)
            for (int l = 0; l < k; l++)
                s += a[(i * m + j) * k + l];
            sums[i * m + j] = s;
            most = s > most ? s : most;
        }
        widest[i] = most;
    }
}
