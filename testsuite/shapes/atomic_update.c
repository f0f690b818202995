// Atomic updates of each type, and of each form of the statement.
void add(int n, const int *k, float *f, double *d, int *i, unsigned *u, long long *l, short *s, unsigned char *c)
{
    #pragma acc parallel loop present(k, f, d, i, u, l, s, c)
    for (int j = 0; j < n; j++) {
        #pragma acc atomic
        f[k[j]] += 0.5f;
        #pragma acc atomic update
        d[k[j]] = d[k[j]] * 2;
        #pragma acc atomic update
        i[0]++;
        #pragma acc atomic update
        u[0] |= 1u << (j & 31);
        #pragma acc atomic update
        l[0] = j - l[0];
        #pragma acc atomic update
        s[k[j]] += j;
        #pragma acc atomic update
        --c[k[j]];
        #pragma acc atomic update
        i[1] /= 2;
    }
}
