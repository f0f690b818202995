/* Jacobi's iteration on a line, between two arrays. */
KERNEL
{
#ifdef REGION
    #pragma acc region
#endif
    {
        for (int t = 0; t < steps; t++) { /* in order */
            for (int i = 1; i < n - 1; i++) /* parallel */
                B[i] = 0.33333 * (A[i - 1] + A[i] + A[i + 1]);
            for (int i = 1; i < n - 1; i++) /* parallel */
                A[i] = 0.33333 * (B[i - 1] + B[i] + B[i + 1]);
        }
    }
}
