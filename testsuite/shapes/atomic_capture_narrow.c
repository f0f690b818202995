// Captures of types narrower than a word, and of float.
void slots(int n, short *s, unsigned char *c, float *f, int *restrict out)
{
    #pragma acc parallel loop copy(s[0:4], c[0:4], f[0:1]) copyout(out[0:n])
    for (int i = 0; i < n; i++) {
        short a;
        unsigned char b;
        float g;
        #pragma acc atomic capture
        a = s[i & 3]++;
        #pragma acc atomic capture
        { b = c[i & 3]; c[i & 3] += 2; }
        #pragma acc atomic capture
        { f[0] = f[0] - 1; g = f[0]; }
        out[i] = a + b + (int)g;
    }
}
