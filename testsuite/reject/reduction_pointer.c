// error: ACC0104 line 5: p
void f(int *a, int n)
{
    int *p = a;
    #pragma acc parallel loop reduction(+:p) copy(a[0:n])
    for (int i = 0; i < n; i++)
        p += a[i];
}
