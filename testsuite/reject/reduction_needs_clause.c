// run: -acc=strict
// covers: 2.6.2 reduction
// error: ACC0152 line 9: s
int f(const int *a, int n)
{
    int s = 0;
    #pragma acc parallel copyin(a[0:n])
    {
        #pragma acc loop reduction(+:s)
        for (int i = 0; i < n; i++)
            s += a[i];
    }
    return s;
}
