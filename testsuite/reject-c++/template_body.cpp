// error: ACC0166 line 7: an exception can't be compiled inside OpenACC constructs
// What is wrong in each instance is told once.
template <class T> void f(T *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        throw a[i];
}
int main()
{
    double d[10] = {};
    float e[10] = {};
    f(d, 10);
    f(e, 10);
    return 0;
}
