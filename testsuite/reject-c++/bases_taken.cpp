// error: ACC0166 line 16: a class taken for another one can't be compiled inside OpenACC constructs
struct one {
    int a;
};
struct two {
    int b;
};
struct both : one, two {
    int c;
};
static int take(const two *t) { return t->b; }
void f(int *a, both *d, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = take(d);
}
