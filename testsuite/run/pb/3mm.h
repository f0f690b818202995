/* G = (A B) (C D). */
KERNEL
{
#ifdef REGION
    #pragma acc region
#endif
    {
        for (int i = 0; i < ni; i++) /* parallel */
            for (int j = 0; j < nj; j++) { /* parallel */
                AT2(E, i, j, nj) = 0;
                for (int k = 0; k < nk; k++) /* sum */
                    AT2(E, i, j, nj) += AT2(A, i, k, nk) * AT2(B, k, j, nj);
            }
        for (int i = 0; i < nj; i++) /* parallel */
            for (int j = 0; j < nl; j++) { /* parallel */
                AT2(F, i, j, nl) = 0;
                for (int k = 0; k < nm; k++) /* sum */
                    AT2(F, i, j, nl) += AT2(C, i, k, nm) * AT2(D, k, j, nl);
            }
        for (int i = 0; i < ni; i++) /* parallel */
            for (int j = 0; j < nl; j++) { /* parallel */
                AT2(G, i, j, nl) = 0;
                for (int k = 0; k < nj; k++) /* sum */
                    AT2(G, i, j, nl) += AT2(E, i, k, nj) * AT2(F, k, j, nl);
            }
    }
}
