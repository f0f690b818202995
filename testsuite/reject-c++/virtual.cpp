// error: ACC0166 line 10: the member function `area` can't be compiled inside OpenACC constructs
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
