// covers: 2.9.8 tile
// error: ACC0112 line 5: tile
void f(int *a, int n)
{
    #pragma acc parallel loop tile(8, 8) copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = 1;
}
