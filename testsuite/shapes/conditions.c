// host: where the construct runs is asked there
// if and self: whether a device runs the construct, the host's cores, or one thread.
void where(int n, int big, int cores, double *a)
{
    #pragma acc data copy(a[0:n]) if(big)
    {
        #pragma acc parallel loop if(n > 1000) self(cores)
        for (int i = 0; i < n; i++)
            a[i] += 1;
        #pragma acc kernels loop self
        for (int i = 0; i < n; i++)
            a[i] *= 2;
        #pragma acc serial if(big)
        a[0] = 0;
        #pragma acc update self(a[0:1]) if(big)
    }
}
