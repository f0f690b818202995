// error: ACC0166 line 11: what a pointer to this class leads to
struct base {
    int a;
};
struct derived : virtual base {
    int b;
};
void f(int *a, derived *d, int n)
{
    #pragma acc parallel loop copy(a[0:n]) present(d)
    for (int i = 0; i < n; i++) a[i] = d->b;
}
