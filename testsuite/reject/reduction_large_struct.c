// error: ACC0302 line 8: s
struct many {
    int a[300];
};
int f(const int *a, int n)
{
    struct many s = {{0}};
    #pragma acc parallel loop reduction(+:s) copyin(a[0:n])
    for (int i = 0; i < n; i++)
        s.a[i % 300] += a[i];
    return s.a[0];
}
