// error: ACC0126 line 4: no statement
void f(int *a, int n)
{
    #pragma acc parallel copy(a[0:n])
}
