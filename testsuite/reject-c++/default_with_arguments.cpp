// error: ACC0166 line 14: an object of class `base`
struct base {
    int k;
    base(int n = 4) : k(n) {}
};
struct holder {
    base b;
    int n = 2;
};
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        holder h;
        a[i] = h.b.k + h.n;
    }
}
