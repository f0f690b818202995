// A loop over time steps around two parallel ones: one kernel goes through it, whose blocks meet between the two, or the host launches two kernels in each step.
// true: line 4 sequential, line 5 parallel, line 7 parallel
void diffuse(int steps, int n, double *restrict a, double *restrict b)
{
    #pragma acc kernels
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = 0.5 * (a[i - 1] + a[i + 1]);
        for (int i = 1; i < n - 1; i++)
            a[i] = b[i];
    }
}
