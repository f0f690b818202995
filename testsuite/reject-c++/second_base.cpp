// error: ACC0166 line 6: a class taken for another one
struct one { int a; };
struct two { int b; int all() const; };
struct both : one, two { int c; };
static int all(const two *t) {
    return static_cast<const both *>(t)->c;
}
void f(int *a, const both *d, int n)
{
    #pragma acc parallel loop copy(a[0:n]) copyin(d[0:n])
    for (int i = 0; i < n; i++)
        a[i] = all(&d[i]);
}
