// covers: 2.5.10 gangs kernels
// error: ACC0013 line 5: num_gangs
void f(int *a, int *b, int n)
{
    #pragma acc kernels loop num_gangs(2, 2) copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
