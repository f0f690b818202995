/* Products with a matrix and its transpose. */
KERNEL
{
#ifdef REGION
    #pragma acc region
#endif
    {
        for (int i = 0; i < n; i++) /* parallel */
            for (int j = 0; j < n; j++) /* sum */
                x[i] += AT2(A, i, j, n) * y[j];
        for (int i = 0; i < n; i++) /* parallel */
            for (int j = 0; j < n; j++) /* sum */
                z[i] += AT2(A, j, i, n) * w[j];
    }
}
