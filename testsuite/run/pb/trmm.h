/* B = alpha A' B for a lower triangle A with ones on its diagonal. */
KERNEL
{
#ifdef REGION
    #pragma acc region
#endif
    {
        for (int i = 0; i < m; i++) /* in order: reads rows of B before their turn */
            for (int j = 0; j < n; j++) { /* parallel */
                for (int k = i + 1; k < m; k++) /* sum */
                    AT2(B, i, j, n) += AT2(A, k, i, m) * AT2(B, k, j, n);
                AT2(B, i, j, n) *= alpha;
            }
    }
}
