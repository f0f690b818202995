// An array, a struct and a scalar that each gang has its own copy of.
struct setup {
    int from, to;
    float weight[4];
};
void apply(int n, int m, struct setup s, const float *restrict a, float *restrict out)
{
    float table[16];
    int skip = s.from;
    for (int i = 0; i < 16; i++)
        table[i] = i;
    #pragma acc parallel firstprivate(table, s, skip) num_gangs(32) copyin(a[0:n]) copyout(out[0:n])
    {
        skip += 1;
        s.weight[0] *= 2;
        table[0] = skip;
        #pragma acc loop gang vector
        for (int i = 0; i < n; i++)
            out[i] = a[i] * s.weight[i & 3] + table[(i + skip) & 15];
    }
}
