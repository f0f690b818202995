// A reduction on the construct: each gang adds once, and a gang loop in it adds too.
int gangs(int n, const int *x)
{
    int s = 100, gangs = 0;
    #pragma omp parallel num_threads(16) reduction(+:gangs) reduction(+:s)
    {
        gangs++;
        #pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            s += x[i];
    }
    return s + gangs;
}
