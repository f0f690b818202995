// Atomic updates of each type, and of each form of the statement.
void add(int n, const int *k, float *f, double *d, int *i, unsigned *u, long long *l, short *s, unsigned char *c)
{
    #pragma omp parallel for schedule(static) if(n > 5300)
    for (int j = 0; j < n; j++) {
        #pragma omp atomic update
        f[k[j]] += 0.5f;
        #pragma omp atomic update
        d[k[j]] = d[k[j]] * 2;
        #pragma omp atomic update
        i[0]++;
        #pragma omp atomic update
        u[0] |= 1u << (j & 31);
        #pragma omp atomic update
        l[0] = j - l[0];
        #pragma omp atomic update
        s[k[j]] += j;
        #pragma omp atomic update
        --c[k[j]];
        #pragma omp atomic update
        i[1] /= 2;
    }
}
