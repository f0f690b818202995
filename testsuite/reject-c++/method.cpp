// error: ACC0166 line 10: the member function `at` can't be compiled inside OpenACC constructs
struct grid {
    double *v;
    double &at(int i) { return v[i]; }
};
void f(grid g, int n)
{
    #pragma acc parallel loop
    for (int i = 0; i < n; i++)
        g.at(i) = 0;
}
