/* y = A' (A x). */
KERNEL
{
#ifdef REGION
    #pragma acc region
#endif
    {
        for (int j = 0; j < n; j++) /* parallel */
            y[j] = 0;
        for (int i = 0; i < m; i++) { /* in order: sums into y[j] */
            tmp[i] = 0;
            for (int j = 0; j < n; j++) /* sum */
                tmp[i] += AT2(A, i, j, n) * x[j];
            for (int j = 0; j < n; j++) /* parallel */
                y[j] += AT2(A, i, j, n) * tmp[i];
        }
    }
}
