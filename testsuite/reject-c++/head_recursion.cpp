// error: ACC0111 line 11: a call in the bound or step may give another value each time
static int depth(int n)
{
    if (n < 2)
        return 1;
    return 1 + depth(n / 2);
}
void f(double *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < depth(n); i++)
        a[i] = i;
}
