/* L x = b for a lower triangle L. */
KERNEL
{
#ifdef REGION
    #pragma acc region
#endif
    {
        for (int i = 0; i < n; i++) { /* in order: reads x before i */
            x[i] = b[i];
            for (int j = 0; j < i; j++) /* sum */
                x[i] -= AT2(L, i, j, n) * x[j];
            x[i] /= AT2(L, i, i, n);
        }
    }
}
