/* Orthonormal columns Q, and the triangle R with Q R = A. */
KERNEL
{
#ifdef REGION
    #pragma acc region
#endif
    {
        for (int k = 0; k < n; k++) { /* in order: changes the columns behind k */
            double norm = 0;
            for (int i = 0; i < m; i++) /* sum */
                norm += AT2(A, i, k, n) * AT2(A, i, k, n);
            AT2(R, k, k, n) = sqrt(norm);
            for (int i = 0; i < m; i++) /* parallel */
                AT2(Q, i, k, n) = AT2(A, i, k, n) / AT2(R, k, k, n);
            for (int j = k + 1; j < n; j++) { /* parallel */
                AT2(R, k, j, n) = 0;
                for (int i = 0; i < m; i++) /* sum */
                    AT2(R, k, j, n) += AT2(Q, i, k, n) * AT2(A, i, j, n);
                for (int i = 0; i < m; i++) /* parallel */
                    AT2(A, i, j, n) -= AT2(Q, i, k, n) * AT2(R, k, j, n);
            }
        }
    }
}
