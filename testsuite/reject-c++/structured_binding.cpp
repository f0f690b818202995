// error: ACC0166 line 11: a structured binding that copies an array
// error: ACC0166 line 12: a structured binding of this class
struct base {
    int a;
};
struct derived : base {};
void f(int *a, int (*m)[2], derived d, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        auto [x, y] = m[0];
        auto [z] = d;
        a[i] = i;
    }
}
