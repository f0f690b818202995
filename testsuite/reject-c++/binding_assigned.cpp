// error: ACC0166 line 9: a change of a structured binding
struct two { int a, b; };
int g(double *p, two t, int n)
{
    auto [x, y] = t;
    #pragma acc parallel loop copy(p[0:n])
    for (int i = 0; i < n; i++) {
        p[i] = y;
        x = i;
    }
    return x;
}
