/* y = alpha A x + beta B x. */
KERNEL
{
#ifdef REGION
    #pragma acc region
#endif
    {
        for (int i = 0; i < n; i++) { /* parallel */
            tmp[i] = 0;
            y[i] = 0;
            for (int j = 0; j < n; j++) { /* sum */
                tmp[i] += AT2(A, i, j, n) * x[j];
                y[i] += AT2(B, i, j, n) * x[j];
            }
            y[i] = alpha * tmp[i] + beta * y[i];
        }
    }
}
