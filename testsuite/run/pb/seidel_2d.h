/* Gauss and Seidel's iteration in the plane, in place. */
KERNEL
{
#ifdef REGION
    #pragma acc region
#endif
    {
        for (int t = 0; t < steps; t++) /* in order */
            for (int i = 1; i < n - 1; i++) /* in order */
                for (int j = 1; j < n - 1; j++) /* in order */
                    AT2(A, i, j, n) = (AT2(A, i - 1, j - 1, n) + AT2(A, i - 1, j, n) + AT2(A, i - 1, j + 1, n) + AT2(A, i, j - 1, n) + AT2(A, i, j, n)
                        + AT2(A, i, j + 1, n) + AT2(A, i + 1, j - 1, n) + AT2(A, i + 1, j, n) + AT2(A, i + 1, j + 1, n)) / 9;
    }
}
