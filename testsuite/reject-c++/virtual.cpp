// error: ACC0166 line 10: a virtual call
struct shape {
    virtual double area() const { return 1; }
    double k;
};
void f(double *a, shape *s, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = s->area();
}
