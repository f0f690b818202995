// run: -acc=strict
// error: ACC0103 line 5: num_gangs
void f(int *a, int n)
{
    #pragma acc parallel loop num_gangs(0) copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
