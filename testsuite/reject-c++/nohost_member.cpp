// error: ACC0142 line 19: 'pool<int>::device_only' is nohost
// error: ACC0142 line 19: 'plain::device_only' is nohost
template <class T> struct pool {
    #pragma acc routine seq nohost
    static T device_only(T x) { return x + k; }
    static constexpr T k = 1;
};
struct plain {
    int n;
    #pragma acc routine seq nohost
    template <class T> T device_only(T x) const { return x + n; }
};

void all(int *r, int n)
{
    plain p{3};
    #pragma acc parallel loop copyout(r[0:n]) copyin(p)
    for (int i = 0; i < n; i++)
        r[i] = pool<int>::device_only(i) + p.device_only(i);
}
