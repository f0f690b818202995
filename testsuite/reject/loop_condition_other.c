// covers: 2.9 trip count
// error: ACC0107 line 7: 
void f(int *a, int n)
{
    int k = 0;
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; k < n; i++)
        a[i] = k;
}
