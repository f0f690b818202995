// Captures of types narrower than a word, and of float.
void slots(int n, short *s, unsigned char *c, float *f, int *restrict out)
{
    #pragma omp parallel for schedule(static) if(n > 14000)
    for (int i = 0; i < n; i++) {
        short a;
        unsigned char b;
        float g;
        #pragma omp atomic capture
        a = s[i & 3]++;
        #pragma omp atomic capture
        { b = c[i & 3]; c[i & 3] += 2; }
        #pragma omp atomic capture
        { f[0] = f[0] - 1; g = f[0]; }
        out[i] = a + b + (int)g;
    }
}
