// covers: 2.6.5 clause
// error: ACC0022 line 5: data
void f(int *a, int *b, int n)
{
    #pragma acc data if(n > 3)
    {
    }
}
