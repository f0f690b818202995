// A region of its own: redundant statements, a gang loop with a worker and a vector loop in it, and one over all three.
void parts(int n, int m, double *restrict a, double *restrict b, double *restrict c)
{
    #pragma acc parallel num_gangs(32) num_workers(4) vector_length(32) present(a, b, c)
    {
        double half = n * 0.5;
        #pragma acc loop gang
        for (int i = 0; i < n; i++) {
            double own = half + i;
            #pragma acc loop worker
            for (int j = 0; j < 4; j++)
                a[i * 4 + j] = own;
            #pragma acc loop vector
            for (int j = 0; j < m; j++)
                b[i * m + j] = own - j;
        }
        #pragma acc loop gang worker vector
        for (int i = 0; i < n; i++)
            c[i] += half;
    }
}
