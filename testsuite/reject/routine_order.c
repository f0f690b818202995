// run: -acc=strict
// covers: 2.15.1 order
// error: ACC0129 line 8: twice
static int twice(int x)
{
    return 2 * x;
}
#pragma acc routine(twice) seq
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = twice(i);
}
