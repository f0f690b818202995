// error: ACC0166 line 9: a declaration of this form can't be compiled inside OpenACC constructs
struct pair {
    int a, b;
};
void f(int *a, pair p, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        auto [x, y] = p;
        a[i] = i;
    }
}
