// The pointers change places between the steps.
// true: line 5 parallel if apart
void swaps(int steps, int n, double *a, double *b)
{
    for (int t = 0; t < steps; t++) {
        #pragma acc kernels
        for (int i = 1; i < n - 1; i++)
            b[i] = 0.5 * (a[i - 1] + a[i + 1]);
        double *c = a;
        a = b;
        b = c;
    }
}
