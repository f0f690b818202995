// error: ACC0166 line 10: an object of class `given<int>`
template <class T> struct given {
    T n = 3;
    T m;
};
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        given<int> g;
        a[i] = g.n;
    }
}
