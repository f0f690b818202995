/* A += u v' + s t', x = beta A' y + z, w = alpha A x. */
KERNEL
{
#ifdef REGION
    #pragma acc region
#endif
    {
        for (int i = 0; i < n; i++) /* parallel */
            for (int j = 0; j < n; j++) /* parallel */
                AT2(A, i, j, n) += u[i] * v[j] + s[i] * t[j];
        for (int i = 0; i < n; i++) /* parallel */
            for (int j = 0; j < n; j++) /* sum */
                x[i] += beta * AT2(A, j, i, n) * y[j];
        for (int i = 0; i < n; i++) /* parallel */
            x[i] += z[i];
        for (int i = 0; i < n; i++) /* parallel */
            for (int j = 0; j < n; j++) /* sum */
                w[i] += alpha * AT2(A, i, j, n) * x[j];
    }
}
