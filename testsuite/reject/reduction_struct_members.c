// covers: 2.5.15 members
// error: ACC0104 line 10: s
struct mixed {
    int x;
    double y;
};
int f(const int *a, int n)
{
    struct mixed s = {0, 0};
    #pragma acc parallel loop reduction(|:s) copyin(a[0:n])
    for (int i = 0; i < n; i++)
        s.x |= a[i];
    return s.x;
}
