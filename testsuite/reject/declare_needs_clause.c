// covers: 2.13 clause
// error: ACC0022 line 5: declare
void f(int *a, int *b, int n)
{
    #pragma acc declare
}
