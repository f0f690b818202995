// covers: 2.9 one of
// error: ACC0019 line 5: 
void f(int *a, int *b, int n)
{
    #pragma acc parallel loop auto independent copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
