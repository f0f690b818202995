// covers: 2.14.4 one if
// error: ACC0005 line 5: if
void f(int *a, int *b, int n)
{
    #pragma acc update self(a[0:n]) if(n) if(1)
}
