// error: ACC0166 line 7: an exception
struct checked {
    double *p;
    int n;
    double at(int i) const
    {
        if (i >= n) throw 1;
        return p[i];
    }
};
void f(double *a, checked c, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = c.at(i);
}
