// error: ACC0166 line 13: an object of class `more<float>`
template <class T> struct less { T a; };
template <class T> struct more : less<T> {
    T b;
    T all() const { return this->a + b; }
};
void f(float *p, const more<float> *m, int n)
{
    #pragma acc parallel loop copy(p[0:n]) copyin(m[0:n])
    for (int i = 0; i < n; i++) {
        float s = 0;

        s += m[i].all();
        p[i] = s;
    }
}
