// error: ACC0114 line 6: tile
void f(int *a, int n)
{
    #pragma acc parallel loop tile(8, 8) copy(a[0:n * n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            a[i * n + j] = 1;
}
