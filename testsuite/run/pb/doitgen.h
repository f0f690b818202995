/* Each row of A times C. */
KERNEL
{
#ifdef REGION
    #pragma acc region
#endif
    {
        for (int r = 0; r < nr; r++) /* parallel: each iteration fills sum; the last one's values count */
            for (int q = 0; q < nq; q++) { /* parallel: likewise */
                for (int p = 0; p < np; p++) { /* parallel */
                    sum[p] = 0;
                    for (int s = 0; s < np; s++) /* sum */
                        sum[p] += AT3(A, r, q, s, nq, np) * AT2(C, s, p, np);
                }
                for (int p = 0; p < np; p++) /* parallel */
                    AT3(A, r, q, p, nq, np) = sum[p];
            }
    }
}
