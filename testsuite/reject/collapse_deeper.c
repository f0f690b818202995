// covers: 2.9.1 one loop
// error: ACC0112 line 5: collapse
void f(int *a, int n)
{
    #pragma acc parallel loop collapse(3) copy(a[0:n * n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i * n + j] = 1;
}
