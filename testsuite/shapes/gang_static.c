// Chunks of iterations: gang(static:4), gang(static:*), and of a collapsed nest.
void chunks(int n, int m, int *restrict a, int *restrict b, int *restrict c)
{
    #pragma acc parallel num_gangs(8) present(a, b, c)
    {
        #pragma acc loop gang(static:4)
        for (int i = 0; i < n; i++)
            a[i] = i;
        #pragma acc loop gang(static:*) vector
        for (int i = 0; i < n; i++)
            b[i] *= 2;
        #pragma acc loop gang(static:2) collapse(2)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                c[i * m + j] += j;
    }
}
