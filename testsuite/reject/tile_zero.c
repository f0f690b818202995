// covers: 2.9.8 tile
// error: ACC0103 line 5: tile
void f(int *a, int n)
{
    #pragma acc parallel loop tile(8, 0) copy(a[0:n * n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i * n + j] = 1;
}
