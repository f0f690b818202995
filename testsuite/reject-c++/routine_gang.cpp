// error: ACC0166 line 4: `fill` shares its loops among gangs, which isn't compiled for templates, lambdas and members of objects
// error: ACC0166 line 12: `sweep::step` shares its loops among gangs
// error: ACC0166 line 22: `each` shares its loops among gangs
#pragma acc routine gang
template <typename T> void fill(T *a, int n)
{
    #pragma acc loop gang
    for (int i = 0; i < n; i++)
        a[i] = i;
}
struct sweep {
    #pragma acc routine gang
    void step(double *a, int n)
    {
        #pragma acc loop gang
        for (int i = 0; i < n; i++)
            a[i] = k;
    }
    double k;
};

#pragma acc routine gang
auto each = [](double *a, int n) {
    #pragma acc loop gang
    for (int i = 0; i < n; i++)
        a[i] = i;
};
void all(double *a, int n)
{
    sweep s;
    s.k = 3;
    #pragma acc parallel copy(a[0:n])
    {
        fill(a, n);
        s.step(a, n);
        each(a, n);
    }
}
