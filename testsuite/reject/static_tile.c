// error: ACC0307 line 5: gang(static:) with a chunk on a tiled loop
void f(int n, int *a)
{
    #pragma acc parallel loop gang(static:2) vector tile(4, 4) copyout(a[0:n * n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i * n + j] = i;
}
