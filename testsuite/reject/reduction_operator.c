// run: -acc=strict
// error: ACC0015 line 6: reduction
int f(const int *a, int n)
{
    int x = 0;
    #pragma acc parallel loop reduction(-:x) copyin(a[0:n])
    for (int i = 0; i < n; i++)
        x -= a[i];
    return x;
}
