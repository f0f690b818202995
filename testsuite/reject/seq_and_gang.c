// covers: 2.9 seq level
// error: ACC0019 line 5: seq
void f(int *a, int n)
{
    #pragma acc parallel loop seq gang copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
