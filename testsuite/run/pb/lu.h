/* Triangles L and U with L U = A, in place. */
KERNEL
{
#ifdef REGION
    #pragma acc region
#endif
    {
        for (int i = 0; i < n; i++) { /* in order: reads the rows above */
            for (int j = 0; j < i; j++) { /* in order: reads the row's elements before j */
                for (int k = 0; k < j; k++) /* sum */
                    AT2(A, i, j, n) -= AT2(A, i, k, n) * AT2(A, k, j, n);
                AT2(A, i, j, n) /= AT2(A, j, j, n);
            }
            for (int j = i; j < n; j++) /* parallel */
                for (int k = 0; k < i; k++) /* sum */
                    AT2(A, i, j, n) -= AT2(A, i, k, n) * AT2(A, k, j, n);
        }
    }
}
