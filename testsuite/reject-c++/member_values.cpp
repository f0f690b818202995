// error: ACC0166 line 11: an object of class `with` can't be compiled inside OpenACC constructs
// error: ACC0166 line 12: an object whose members have values of their own can't be compiled inside OpenACC constructs
struct with {
    int n = 3;
    int m;
};
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        with w;
        with e{};
        a[i] = w.m + e.n;
    }
}
