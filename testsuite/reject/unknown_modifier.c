// error: ACC0014 line 4: zeroes
void f(int *a, int n)
{
    #pragma acc parallel loop copyout(zeroes: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
