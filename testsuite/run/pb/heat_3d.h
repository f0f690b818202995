/* Heat flow in space, between two arrays. */
KERNEL
{
#ifdef REGION
    #pragma acc region
#endif
    {
        for (int t = 0; t < steps; t++) { /* in order */
            for (int i = 1; i < n - 1; i++) /* parallel */
                for (int j = 1; j < n - 1; j++) /* parallel */
                    for (int k = 1; k < n - 1; k++) /* parallel */
                        AT3(B, i, j, k, n, n) = AT3(A, i, j, k, n, n)
                            + 0.125 * (AT3(A, i + 1, j, k, n, n) - 2 * AT3(A, i, j, k, n, n) + AT3(A, i - 1, j, k, n, n))
                            + 0.125 * (AT3(A, i, j + 1, k, n, n) - 2 * AT3(A, i, j, k, n, n) + AT3(A, i, j - 1, k, n, n))
                            + 0.125 * (AT3(A, i, j, k + 1, n, n) - 2 * AT3(A, i, j, k, n, n) + AT3(A, i, j, k - 1, n, n));
            for (int i = 1; i < n - 1; i++) /* parallel */
                for (int j = 1; j < n - 1; j++) /* parallel */
                    for (int k = 1; k < n - 1; k++) /* parallel */
                        AT3(A, i, j, k, n, n) = AT3(B, i, j, k, n, n)
                            + 0.125 * (AT3(B, i + 1, j, k, n, n) - 2 * AT3(B, i, j, k, n, n) + AT3(B, i - 1, j, k, n, n))
                            + 0.125 * (AT3(B, i, j + 1, k, n, n) - 2 * AT3(B, i, j, k, n, n) + AT3(B, i, j - 1, k, n, n))
                            + 0.125 * (AT3(B, i, j, k + 1, n, n) - 2 * AT3(B, i, j, k, n, n) + AT3(B, i, j, k - 1, n, n));
        }
    }
}
