// error: ACC0166 line 12: an object of class `more<float>`
// A base with values of its own, which clang doesn't show.
template <class T> struct less { T a = 1; };
template <class T> struct more : less<T> {
    T b;
    T all() const { return this->a + b; }
};
void f(float *p, const more<float> *m, int n)
{
    #pragma acc parallel loop copy(p[0:n]) copyin(m[0:n])
    for (int i = 0; i < n; i++)
        p[i] = m[i].all();
}
