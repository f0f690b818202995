// error: ACC0104 line 9: s
struct pair {
    int a;
    double *b;
};
int f(const int *a, int n)
{
    struct pair s = {0, 0};
    #pragma acc parallel loop reduction(+:s) copyin(a[0:n])
    for (int i = 0; i < n; i++)
        s.a += a[i];
    return s.a;
}
