/* A x = b by triangles L and U. */
KERNEL
{
#ifdef REGION
    #pragma acc region
#endif
    {
        for (int i = 0; i < n; i++) { /* in order: reads the rows above */
            for (int j = 0; j < i; j++) { /* in order: reads the row's elements before j */
                double w = AT2(A, i, j, n);
                for (int k = 0; k < j; k++) /* sum */
                    w -= AT2(A, i, k, n) * AT2(A, k, j, n);
                AT2(A, i, j, n) = w / AT2(A, j, j, n);
            }
            for (int j = i; j < n; j++) { /* parallel */
                double w = AT2(A, i, j, n);
                for (int k = 0; k < i; k++) /* sum */
                    w -= AT2(A, i, k, n) * AT2(A, k, j, n);
                AT2(A, i, j, n) = w;
            }
        }
        for (int i = 0; i < n; i++) { /* in order: reads y before i */
            double w = b[i];
            for (int j = 0; j < i; j++) /* sum */
                w -= AT2(A, i, j, n) * y[j];
            y[i] = w;
        }
        for (int i = n - 1; i >= 0; i--) { /* in order: reads x behind i */
            double w = y[i];
            for (int j = i + 1; j < n; j++) /* sum */
                w -= AT2(A, i, j, n) * x[j];
            x[i] = w / AT2(A, i, i, n);
        }
    }
}
