// Member functions of several statements that read members of host objects: loops, early returns, results by reference, calls of each other.
// expect: device kernels=3 host_kernels=0
// expect: multicore host_kernels=3
#include "../run/check.h"
struct table {
    const double *v;
    double *out;
    int n;
    double scale;
    int find(double x) const
    {
        for (int i = 0; i < n; i++)
            if (v[i] > x)
                return i;
        return -1;
    }
    double sum(int upto) const
    {
        double s = 0;
        for (int i = 0; i < upto && i < n; i++)
            s += v[i] * scale;
        return s;
    }
    double both(int i) const
    {
        int k = find(i);
        if (k < 0)
            return sum(n);
        return sum(k);
    }
    double &place(int i) const
    {
        int k = i % n;
        return out[k];
    }
    void store(int i, double &old) const
    {
        old = place(i);
        place(i) = both(i);
    }
};

int main()
{
    const int n = 12;
    double a[n], b[n], c[n], d[n];
    double *x = a, *y = b;
    for (int i = 0; i < n; i++)
        a[i] = i, b[i] = 100 + i;
    table t{x, y, n, 0.5};
#pragma acc data copyin(x[0 : n]) copy(y[0 : n])
    {
#pragma acc parallel loop copyout(c)
        for (int i = 0; i < n; i++)
            t.store(i, c[i]);
#pragma acc parallel loop copyout(d)
        for (int i = 0; i < n; i++)
            d[i] = t.both(i) + t.find(3);
#pragma acc parallel loop
        for (int i = 0; i < n; i++)
            t.place(i) += 1;
    }
    for (int i = 0; i < n; i++) {
        double s = t.both(i);
        CHECK(c[i] == 100 + i);
        CHECK(b[i] == s + 1);
        CHECK(d[i] == s + 4);
    }
    return CHECKED();
}
