/* C = alpha A B + beta C for a symmetric A, whose lower half is read. */
KERNEL
{
#ifdef REGION
    #pragma acc region
#endif
    {
        for (int i = 0; i < m; i++) /* in order: sums into the rows of C above i */
            for (int j = 0; j < n; j++) { /* parallel */
                double sum = 0;
                for (int k = 0; k < i; k++) { /* sum */
                    AT2(C, k, j, n) += alpha * AT2(B, i, j, n) * AT2(A, i, k, m);
                    sum += AT2(B, k, j, n) * AT2(A, i, k, m);
                }
                AT2(C, i, j, n) = beta * AT2(C, i, j, n) + alpha * (AT2(B, i, j, n) * AT2(A, i, i, m) + sum);
            }
    }
}
