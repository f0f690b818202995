// A sum over the workers of each gang, used by the gang.
void rows(int n, int m, const float *restrict a, float *restrict norm)
{
    #pragma acc parallel loop gang num_workers(8) copyin(a[0:n * m]) copyout(norm[0:n])
    for (int i = 0; i < n; i++) {
        float s = 0;
        #pragma acc loop worker reduction(+ : s)
        for (int j = 0; j < m; j++)
            s += a[i * m + j] * a[i * m + j];
        norm[i] = s;
    }
}
