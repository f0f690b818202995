// covers: 2.16 range
// error: ACC0136 line 6: -7
// error: ACC0136 line 9: -4
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n]) async(-7)
    for (int i = 0; i < n; i++)
        a[i] = i;
    #pragma acc wait(1, -4)
}
