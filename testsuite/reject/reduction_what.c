// covers: 2.5.15 what, 2.9.11 what
// error: ACC0016 line 5: 
void f(int *a, int *b, int n)
{
    #pragma acc parallel loop reduction(+:n + 1)
    for (int i = 0; i < n; i++)
        a[i] = i;
}
