// A reduction on the outer loop alone, updated in a loop of lanes and in a sequential one.
double energy(int n, int m, const double *e, const double *w)
{
    double total = 0;
    #pragma acc parallel loop gang reduction(+ : total) copyin(e[0:n * m], w[0:4])
    for (int i = 0; i < n; i++) {
        #pragma acc loop vector reduction(+ : total)
        for (int j = 0; j < m; j++) {
            #pragma acc loop seq
            for (int k = 0; k < 4; k++)
                total += w[k] * e[i * m + j];
        }
        total += 0.5;
    }
    return total;
}
