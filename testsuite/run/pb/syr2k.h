/* The lower half of C = alpha (A B' + B A') + beta C. */
KERNEL
{
#ifdef REGION
    #pragma acc region
#endif
    {
        for (int i = 0; i < n; i++) { /* parallel */
            for (int j = 0; j <= i; j++) /* parallel */
                AT2(C, i, j, n) *= beta;
            for (int k = 0; k < m; k++) /* in order: sums into C[i][j] */
                for (int j = 0; j <= i; j++) /* parallel */
                    AT2(C, i, j, n) += alpha * (AT2(A, j, k, m) * AT2(B, i, k, m) + AT2(B, j, k, m) * AT2(A, i, k, m));
        }
    }
}
