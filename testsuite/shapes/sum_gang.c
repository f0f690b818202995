// A sum over gangs alone.
double sum(int n, const double *x)
{
    double s = 0;
    #pragma acc parallel loop gang reduction(+ : s) copyin(x[0:n])
    for (int i = 0; i < n; i++)
        s += x[i] * x[i];
    return s;
}
