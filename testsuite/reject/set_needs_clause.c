// covers: 2.14.3 clause
// error: ACC0022 line 5: set
void f(int *a, int *b, int n)
{
    #pragma acc set if(n > 1)
}
