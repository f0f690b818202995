// An array of each gang, reduced by its lanes and used behind the loop.
void centres(int n, int m, const float (*restrict p)[3], float (*restrict centre)[3])
{
    #pragma acc parallel loop gang vector_length(64) present(p, centre)
    for (int i = 0; i < n; i++) {
        float c[3] = {0, 0, 0};
        #pragma acc loop vector reduction(+ : c)
        for (int j = 0; j < m; j++)
            for (int d = 0; d < 3; d++)
                c[d] += p[i * m + j][d];
        for (int d = 0; d < 3; d++)
            centre[i][d] = c[d] / m;
    }
}
