// run: -acc=strict
// error: ACC0129 line 10: late
int late(int x);
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = late(i);
}
#pragma acc routine(late) seq
int late(int x)
{
    return 2 * x;
}
