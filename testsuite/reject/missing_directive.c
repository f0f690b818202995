// error: ACC0002 line 4: acc
void f(int *a, int n)
{
    #pragma acc 
    for (int i = 0; i < n; i++)
        a[i] = i;
}
