/* The correlations between columns. */
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
        for (int j = 0; j < m; j++) { /* parallel */
            dev[j] = 0;
            for (int i = 0; i < n; i++) /* sum */
                dev[j] += (AT2(data, i, j, m) - mean[j]) * (AT2(data, i, j, m) - mean[j]);
            dev[j] = sqrt(dev[j] / n);
            if (dev[j] <= 0.1)
                dev[j] = 1;
        }
        for (int i = 0; i < n; i++) /* parallel */
            for (int j = 0; j < m; j++) { /* parallel */
                AT2(data, i, j, m) -= mean[j];
                AT2(data, i, j, m) /= sqrt((double)n) * dev[j];
            }
        for (int i = 0; i < m - 1; i++) { /* parallel */
            AT2(corr, i, i, m) = 1;
            for (int j = i + 1; j < m; j++) { /* parallel */
                AT2(corr, i, j, m) = 0;
                for (int k = 0; k < n; k++) /* sum */
                    AT2(corr, i, j, m) += AT2(data, k, i, m) * AT2(data, k, j, m);
                AT2(corr, j, i, m) = AT2(corr, i, j, m);
            }
        }
        AT2(corr, m - 1, m - 1, m) = 1;
    }
}
