// covers: 2.6 predetermined
// error: ACC0137 line 6: `i` is the loop's variable
void f(int *a, int n)
{
    int i;
    #pragma acc parallel loop reduction(+:i) copy(a[0:n])
    for (i = 0; i < n; i++)
        a[i] = i;
}
