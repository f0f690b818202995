// error: ACC0166 line 11: run-time type information can't be compiled inside OpenACC constructs
struct shape {
    virtual ~shape() {}
};
struct circle : shape {
};
void f(int *a, shape *s, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = dynamic_cast<circle *>(s) != nullptr;
}
