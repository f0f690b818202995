// Each form of atomic capture.
void take(int n, int *restrict next, int *restrict out, double *restrict d, double *restrict old)
{
    #pragma omp parallel for schedule(static) if(n > 6900)
    for (int i = 0; i < n; i++) {
        int a, b, c, e;
        #pragma omp atomic capture
        a = next[0]++;
        #pragma omp atomic capture
        b = --next[1];
        #pragma omp atomic capture
        c = next[2] += i;
        #pragma omp atomic capture
        { e = next[3]; next[3] = next[3] ^ i; }
        #pragma omp atomic capture
        { next[4] *= 3; out[i] = next[4]; }
        #pragma omp atomic capture
        { old[i] = d[0]; d[0] = i; }
        out[i] += a + b + c + e;
    }
}
