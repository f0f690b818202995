// error: ACC0166 line 7: the base of a template's class that its constructor gives a value
template <class T> struct less {
    T a;
    less(T v) : a(v) {}
    less(const less &) = default;
};
template <class T> struct more : less<T> {
    T b;
    more(T v) : less<T>(v), b(v) {}
    T all() const { return this->a + b; }
};
void f(float *p, int n)
{
    #pragma acc parallel loop copy(p[0:n])
    for (int i = 0; i < n; i++) {
        more<float> m(p[i]);
        p[i] = m.all();
    }
}
