/* Levinson and Durbin's recursion for a Toeplitz system. */
KERNEL
{
#ifdef REGION
    #pragma acc region
#endif
    {
        double alpha = -r[0], beta = 1;
        y[0] = -r[0];
        for (int k = 1; k < n; k++) { /* in order */
            double sum = 0;
            beta = (1 - alpha * alpha) * beta;
            for (int i = 0; i < k; i++) /* sum */
                sum += r[k - i - 1] * y[i];
            alpha = -(r[k] + sum) / beta;
            for (int i = 0; i < k; i++) /* parallel */
                z[i] = y[i] + alpha * y[k - i - 1];
            for (int i = 0; i < k; i++) /* parallel */
                y[i] = z[i];
            y[k] = alpha;
        }
    }
}
