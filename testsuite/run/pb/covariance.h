/* The covariances of columns. */
KERNEL
{
#ifdef REGION
    #pragma acc region
#endif
    {
        for (int j = 0; j < m; j++) { /* parallel */
            mean[j] = 0;
            for (int i = 0; i < n; i++) /* sum */
                mean[j] += AT2(data, i, j, m);
            mean[j] /= n;
        }
        for (int i = 0; i < n; i++) /* parallel */
            for (int j = 0; j < m; j++) /* parallel */
                AT2(data, i, j, m) -= mean[j];
        for (int i = 0; i < m; i++) /* parallel */
            for (int j = i; j < m; j++) { /* parallel */
                AT2(cov, i, j, m) = 0;
                for (int k = 0; k < n; k++) /* sum */
                    AT2(cov, i, j, m) += AT2(data, k, i, m) * AT2(data, k, j, m);
                AT2(cov, i, j, m) /= n - 1.0;
                AT2(cov, j, i, m) = AT2(cov, i, j, m);
            }
    }
}
