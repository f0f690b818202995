// covers: 2.6 predetermined
// run: -acc=strict
// error: ACC0137 line 7: `i` is the loop's variable
void f(int *a, int n)
{
    int i;
    #pragma acc parallel loop firstprivate(i) copy(a[0:n])
    for (i = 0; i < n; i++)
        a[i] = i;
}
