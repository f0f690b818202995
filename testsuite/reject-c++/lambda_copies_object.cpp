// error: ACC0166 line 14: a lambda of the host with a copy of `v`, which is assigned elsewhere,
// error: ACC0166 line 15: a lambda of the host with a copy of `w`, which is assigned elsewhere,
struct two {
    double s;
    int n;
    void set(int m) { n = m; }
};
void f(double *a, int n)
{
    two v{2, 10}, w{1, 3}, u{};
    // What is assigned before the copy is made is in the copy.
    u.n = 4;
    u.set(5);
    auto members = [=](int i) { return v.s * v.n + i; };
    auto method = [=](int i) { return w.n + i; };
    auto early = [=](int i) { return u.n + i; };
    v.n = 5;
    w.set(7);
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        a[i] = members(i);
        a[i] += method(i);
        a[i] += early(i);
    }
}
