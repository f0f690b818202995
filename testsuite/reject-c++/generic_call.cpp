// error: ACC0166 line 2: the member function `length` can't be compiled inside OpenACC constructs
template <class T> double norm(const T &t) { return t.length(); }
struct vec {
    double x;
    double length() const { return x; }
};
void f(double *a, vec v, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = norm(v);
}
