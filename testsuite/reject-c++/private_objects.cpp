// error: ACC0166 line 14: an object of class `made` of each thread's own
// error: ACC0166 line 18: an object of class `copied` of each thread's own
// error: ACC0130 line 24: `k` is static
struct made {
    int n = 3;
};
struct copied {
    int n;
    copied(int n) : n(n) {}
    copied(const copied &o) : n(o.n + 1) {}
};
static void privately(int *a, made m)
{
    #pragma acc parallel loop copy(a[0:10]) private(m)
    for (int i = 0; i < 10; i++)
        a[i] = m.n;
    copied c(1);
    #pragma acc parallel loop copy(a[0:10]) firstprivate(c)
    for (int i = 0; i < 10; i++)
        a[i] = c.n;
    (void)m;
    #pragma acc parallel loop copy(a[0:10])
    for (int i = 0; i < 10; i++) {
        thread_local int k = 0;
        a[i] = k;
    }
}
void all(int *a) { privately(a, made{}); }
