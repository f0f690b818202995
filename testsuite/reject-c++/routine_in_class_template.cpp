// error: ACC0129 line 7: no function follows this `routine` directive
// error: ACC0141 line 13: `pool<int>::shift` is bound to `other`, which takes or returns something else
// error: ACC0141 line 18: `bind` names `any`, which is a template
int other(int x);
template <class T> T any(T x) { return x; }
template <class T> struct pool {
    #pragma acc routine seq
    T k;
    #pragma acc routine seq nohost
    static T device_only(T x) { return x + 1; }
    T l;

    #pragma acc routine seq bind(other)
    T shift(T x) const { return x + k; }
};
int other(int x) { return x; }

#pragma acc routine seq bind(any)
int named(int x) { return x; }

void all(int *r, int n)
{
    pool<int> p{1, 2};
    #pragma acc parallel loop copyout(r[0:n])
    for (int i = 0; i < n; i++)
        r[i] = pool<int>::device_only(i) + p.shift(i) + named(i);
}
