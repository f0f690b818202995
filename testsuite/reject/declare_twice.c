// covers: 2.13 once
// error: ACC0161 line 5: twice
// error: ACC0161 line 10: twice
int n;
#pragma acc declare create(n) copyin(n)
void f(int *a)
{
    int t[4];
    #pragma acc declare copy(a[0:n])
    #pragma acc declare create(t, a[0:4])
    (void)t;
}
