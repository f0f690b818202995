// error: ACC0166 line 6: an exception can't be compiled inside OpenACC constructs
void f(double *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        try {
            a[i] = 1;
        } catch (...) {
        }
}
