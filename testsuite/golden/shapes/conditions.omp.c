// host: where the construct runs is asked there
// if and self: whether a device runs the construct, the host's cores, or one thread.
void where(int n, int big, int cores, double *a)
{
    {
        #pragma omp parallel for simd schedule(static) if(n > 250000)
        for (int i = 0; i < n; i++)
            a[i] += 1;
        #pragma omp parallel for simd schedule(static) if(n > 250000)
        for (int i = 0; i < n; i++)
            a[i] *= 2;
        a[0] = 0;
    }
}
