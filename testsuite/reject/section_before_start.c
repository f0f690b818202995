// covers: 2.7.1 outside
// error: ACC0123 line 6: starts at -1
// error: ACC0123 line 7: starts at 10
void f(int a[10], int *p, int n)
{
    #pragma acc enter data copyin(a[-1:5])
    #pragma acc update self(a[10])
    #pragma acc enter data copyin(p[-1:n])
}
