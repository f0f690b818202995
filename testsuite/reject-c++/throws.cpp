// error: ACC0166 line 7: an exception can't be compiled inside OpenACC constructs
void f(double *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        if (a[i] < 0)
            throw 1;
}
