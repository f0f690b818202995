// Reductions on serial: on the construct, and on a combined loop.
double both(int n, const double *x)
{
    double s = 1, p = 1;
    #pragma acc serial reduction(+ : s) copyin(x[0:n])
    {
        for (int i = 0; i < n; i++)
            s += x[i];
    }
    #pragma acc serial loop reduction(* : p) copyin(x[0:n])
    for (int i = 0; i < n; i++)
        p *= x[i];
    return s + p;
}
