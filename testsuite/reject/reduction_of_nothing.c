// covers: 2.9.11 what
// error: ACC0123 line 6: nothing to reduce
void f(int *a, int n)
{
    int s[4] = {0};
    #pragma acc parallel loop reduction(+:s[0:0]) copy(a[0:n])
    for (int i = 0; i < n; i++)
        s[0] += a[i];
}
