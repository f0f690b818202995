// error: ACC0102 line 4: 
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n]) num_gangs(1.5)
    for (int i = 0; i < n; i++)
        a[i] = i;
}
