// error: ACC0166 line 7: `new` or `delete` can't be compiled inside OpenACC constructs
// error: ACC0166 line 9: `new` or `delete` can't be compiled inside OpenACC constructs
void f(double *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        double *t = new double[2];
        a[i] = t[0];
        delete[] t;
    }
}
