// covers: 2.9.1 bounds
// error: ACC0114 line 7: 
void f(int *a, int n)
{
    #pragma acc parallel loop collapse(2) copy(a[0:n * n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            a[i * n + j] = 1;
}
