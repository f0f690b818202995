// error: ACC0166 line 9: a structured binding of this kind
struct point { double x, y; };
struct two { point a, b; };
void g(double *p, two t, int n)
{
    auto [a, b] = t;
    #pragma acc parallel loop copy(p[0:n])
    for (int i = 0; i < n; i++)
        p[i] = a.x + b.y;
}
