// host: the tasks and the calls for queues
// Work on several queues: async with and without a number, waits as clauses and as directives.
void stages(int n, float *restrict a, float *restrict b, float *restrict c, int queue)
{
    {
        #pragma omp parallel for simd schedule(static) if(n > 250000)
        for (int i = 0; i < n; i++)
            a[i] += 1;
        #pragma omp parallel for simd schedule(static) if(n > 250000)
        for (int i = 0; i < n; i++)
            b[i] *= 2;
        #pragma omp parallel for simd schedule(static) if(n > 200000)
        for (int i = 0; i < n; i++)
            c[i] = a[i] + b[i];
    }
}
