// host: the tasks and the calls for queues
// Work on several queues: async with and without a number, waits as clauses and as directives.
void stages(int n, float *restrict a, float *restrict b, float *restrict c, int queue)
{
    #pragma acc data copy(a[0:n], b[0:n], c[0:n])
    {
        #pragma acc parallel loop async(1)
        for (int i = 0; i < n; i++)
            a[i] += 1;
        #pragma acc parallel loop async(queue + 1)
        for (int i = 0; i < n; i++)
            b[i] *= 2;
        #pragma acc parallel loop async wait(1, queue + 1)
        for (int i = 0; i < n; i++)
            c[i] = a[i] + b[i];
        #pragma acc wait(1) async(3)
        #pragma acc update self(a[0:n]) async(3)
        #pragma acc wait
    }
}
