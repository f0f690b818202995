/* s = A' r and q = A p in one nest. */
KERNEL
{
#ifdef REGION
    #pragma acc region
#endif
    {
        for (int j = 0; j < m; j++) /* parallel */
            s[j] = 0;
        for (int i = 0; i < n; i++) { /* in order: sums into s[j] */
            q[i] = 0;
            for (int j = 0; j < m; j++) { /* sum */
                s[j] += r[i] * AT2(A, i, j, m);
                q[i] += AT2(A, i, j, m) * p[j];
            }
        }
    }
}
