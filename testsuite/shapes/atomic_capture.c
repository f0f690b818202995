// Each form of atomic capture.
void take(int n, int *restrict next, int *restrict out, double *restrict d, double *restrict old)
{
    #pragma acc parallel loop copy(next[0:8], d[0:2]) copyout(out[0:n], old[0:n])
    for (int i = 0; i < n; i++) {
        int a, b, c, e;
        #pragma acc atomic capture
        a = next[0]++;
        #pragma acc atomic capture
        b = --next[1];
        #pragma acc atomic capture
        c = next[2] += i;
        #pragma acc atomic capture
        { e = next[3]; next[3] = next[3] ^ i; }
        #pragma acc atomic capture
        { next[4] *= 3; out[i] = next[4]; }
        #pragma acc atomic capture
        { old[i] = d[0]; d[0] = i; }
        out[i] += a + b + c + e;
    }
}
