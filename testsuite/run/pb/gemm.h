/* C = alpha A B + beta C. */
KERNEL
{
#ifdef REGION
    #pragma acc region
#endif
    {
        for (int i = 0; i < ni; i++) { /* parallel */
            for (int j = 0; j < nj; j++) /* parallel */
                AT2(C, i, j, nj) *= beta;
            for (int k = 0; k < nk; k++) /* in order: sums into C[i][j] */
                for (int j = 0; j < nj; j++) /* parallel */
                    AT2(C, i, j, nj) += alpha * AT2(A, i, k, nk) * AT2(B, k, j, nj);
        }
    }
}
