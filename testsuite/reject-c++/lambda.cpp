// error: ACC0166 line 13: a lambda that changes its copy of `b`, or copies an array,
// error: ACC0166 line 15: a lambda of this form
// error: ACC0166 line 7: a lambda of the host with a copy of `late`, which is assigned elsewhere,
void f(double *a, int n)
{
    double late = 1, k = 2;
    auto host = [late](double x) { return x + late; };
    late = 5;
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        double b[3] = {1, 2, 3};
        a[i] = k;
        auto changes = [=] { return b[0]; };
        a[i] += changes();
        auto keeps = [k]() mutable { return ++k; };
        a[i] += keeps();
        a[i] += host(1);
    }
}
