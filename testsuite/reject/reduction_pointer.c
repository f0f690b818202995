// covers: 2.5.15 type
// error: ACC0104 line 6: p
void f(int *a, int n)
{
    int *p = a;
    #pragma acc parallel loop reduction(+:p) copy(a[0:n])
    for (int i = 0; i < n; i++)
        p += a[i];
}
