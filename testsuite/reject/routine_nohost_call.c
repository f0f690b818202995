// covers: 2.15.1 nohost
// error: ACC0142 line 12: twice
#pragma acc routine seq nohost
static int twice(int x)
{
    return 2 * x;
}
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = twice(i);
}
