// error: ACC0166 line 12: what a pointer to this class leads to can't be compiled inside OpenACC constructs
struct base {
    int a;
};
struct derived : base {
    int b;
};
void f(int *a, derived *d, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = d->b;
}
