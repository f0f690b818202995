// error: ACC0166 line 7: a reference to what `larger` returns a reference to can't be compiled inside OpenACC constructs
const double &larger(const double &a, const double &b) { return a < b ? b : a; }
void f(double *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        const double &m = larger(a[i], 1);
        a[i] = m;
    }
}
