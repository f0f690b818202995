// error: ACC0113 line 4: tile
void f(int *a, int n)
{
    #pragma acc parallel loop tile(8, 8) copy(a[0:n * n])
    for (int i = 0; i < n; i++) {
        a[i] = 7;
        for (int j = 0; j < n; j++)
            a[i * n + j] = 1;
    }
}
