// error: ACC0120 line 5: expected statement
void f(int *a, int n)
{
    #pragma acc parallel copy(a[0:n])
}
