// error: ACC0017 line 4: 
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n:2:3])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
