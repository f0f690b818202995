// error: ACC0166 line 15: an object of class `held<int>`
// error: ACC0166 line 18: an object of class `copied<int>`
// What a template's class does at its end is in the template's text alone.
template <class T> struct held {
    T *p;
    ~held() { *p += 1; }
};
template <class T> struct copied {
    T n;
    copied(const copied &o) : n(o.n + 1) {}
};
void f(int *a, copied<int> *c, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) { held<int> h{a + i}; }
    #pragma acc parallel loop copy(a[0:n]) present(c)
    for (int i = 0; i < n; i++) {
        copied<int> d(c[i]);
        a[i] = d.n;
    }
}
