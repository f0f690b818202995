// A struct is reduced member by member: by gangs, and by the lanes of each.
struct sums {
    double mass;
    float at[2];
};
void weigh(int n, int m, const double *w, struct sums *out)
{
    struct sums all = {0, {0, 0}};
    {
    #pragma omp declare reduction(__accrs_add_of_all : __typeof__(all) : omp_out.mass = omp_out.mass + omp_in.mass, omp_out.at[0] = omp_out.at[0] + omp_in.at[0], omp_out.at[1] = omp_out.at[1] + omp_in.at[1]) initializer(omp_priv = { 0, { [0 ... 1] = 0 } })
    #pragma omp parallel for schedule(static) if((double)n * (double)m > 100000) reduction(__accrs_add_of_all:all)
    for (int i = 0; i < n; i++) {
        struct sums own = {0, {0, 0}};
        for (int j = 0; j < m; j++) {
            own.mass += w[i * m + j];
            own.at[0] += j, own.at[1] += i;
        }
        out[i] = own;
        all.mass += own.mass;
    }
    }
    out[0].mass = all.mass;
}
