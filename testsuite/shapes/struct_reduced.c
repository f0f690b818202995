// A struct is reduced member by member: by gangs, and by the lanes of each.
struct sums {
    double mass;
    float at[2];
};
void weigh(int n, int m, const double *w, struct sums *out)
{
    struct sums all = {0, {0, 0}};
    #pragma acc parallel loop gang reduction(+ : all) copyin(w[0:n * m]) copyout(out[0:n])
    for (int i = 0; i < n; i++) {
        struct sums own = {0, {0, 0}};
        #pragma acc loop vector reduction(+ : own)
        for (int j = 0; j < m; j++) {
            own.mass += w[i * m + j];
            own.at[0] += j, own.at[1] += i;
        }
        out[i] = own;
        all.mass += own.mass;
    }
    out[0].mass = all.mass;
}
