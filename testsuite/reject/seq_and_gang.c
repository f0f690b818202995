// error: ACC0019 line 4: seq
void f(int *a, int n)
{
    #pragma acc parallel loop seq gang copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
