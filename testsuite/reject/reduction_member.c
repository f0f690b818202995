// covers: 2.5.15 member
// error: ACC0150 line 9: s.x
struct pair {
    int x, y;
};
int f(const int *a, int n)
{
    struct pair s = {0, 0};
    #pragma acc parallel loop reduction(+:s.x) copyin(a[0:n])
    for (int i = 0; i < n; i++)
        s.x += a[i];
    return s.x;
}
