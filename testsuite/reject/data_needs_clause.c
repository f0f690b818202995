// run: -acc=strict
// covers: 2.6.5 clause
// error: ACC0022 line 6: data
void f(int *a, int *b, int n)
{
    #pragma acc data if(n > 3)
    {
    }
}
