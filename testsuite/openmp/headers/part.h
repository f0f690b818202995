// Included once a type: no guard.
static TYPE NAME(const TYPE *x, int n)
{
    TYPE s = 0;
    #pragma acc parallel loop reduction(+:s) copyin(x[0:n])
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}
