// error: ACC0166 line 9: a virtual call
struct shape {
    virtual double area(double v) const { return v; }
};
void f(double *a, const shape &s, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = s.area(a[i]);
}
