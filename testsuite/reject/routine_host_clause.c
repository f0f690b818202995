// error: ACC0301 line 5: host
void f(int *a, int n)
{
    #pragma acc region copy(a[0:n])
    #pragma acc for host
    for (int i = 0; i < n; i++)
        a[i] = i;
}
