// error: ACC0126 line 4: 
void f(int *a, int n)
{
    #pragma acc parallel copy(a[0:n])
}
