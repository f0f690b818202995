/* D = alpha A B C + beta D. */
KERNEL
{
#ifdef REGION
    #pragma acc region
#endif
    {
        for (int i = 0; i < ni; i++) /* parallel */
            for (int j = 0; j < nj; j++) { /* parallel */
                AT2(tmp, i, j, nj) = 0;
                for (int k = 0; k < nk; k++) /* sum */
                    AT2(tmp, i, j, nj) += alpha * AT2(A, i, k, nk) * AT2(B, k, j, nj);
            }
        for (int i = 0; i < ni; i++) /* parallel */
            for (int j = 0; j < nl; j++) { /* parallel */
                AT2(D, i, j, nl) *= beta;
                for (int k = 0; k < nj; k++) /* sum */
                    AT2(D, i, j, nl) += AT2(tmp, i, k, nj) * AT2(C, k, j, nl);
            }
    }
}
