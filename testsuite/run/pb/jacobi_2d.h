/* Jacobi's iteration in the plane, between two arrays. */
KERNEL
{
#ifdef REGION
    #pragma acc region
#endif
    {
        for (int t = 0; t < steps; t++) { /* in order */
            for (int i = 1; i < n - 1; i++) /* parallel */
                for (int j = 1; j < n - 1; j++) /* parallel */
                    AT2(B, i, j, n) = 0.2 * (AT2(A, i, j, n) + AT2(A, i, j - 1, n) + AT2(A, i, j + 1, n) + AT2(A, i - 1, j, n) + AT2(A, i + 1, j, n));
            for (int i = 1; i < n - 1; i++) /* parallel */
                for (int j = 1; j < n - 1; j++) /* parallel */
                    AT2(A, i, j, n) = 0.2 * (AT2(B, i, j, n) + AT2(B, i, j - 1, n) + AT2(B, i, j + 1, n) + AT2(B, i - 1, j, n) + AT2(B, i + 1, j, n));
        }
    }
}
