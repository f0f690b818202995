// Operators of classes: unary, comparing, indexing by several, conversions, functions that return references to members.
// expect: device kernels=1 host_kernels=0
// expect: multicore host_kernels=1
#include "../run/check.h"
struct fraction {
    int p, q;
    fraction(int a, int b = 1) : p(a), q(b) {}
    fraction operator-() const { return fraction(-p, q); }
    bool operator<(const fraction &o) const { return p * o.q < o.p * q; }
    bool operator==(const fraction &o) const { return p * o.q == o.p * q; }
    fraction &operator*=(int k)
    {
        p *= k;
        return *this;
    }
    int &top() { return p; }
    const int &top() const { return p; }
    explicit operator double() const { return double(p) / q; }
    operator bool() const { return p != 0; }
};

inline fraction operator*(const fraction &a, const fraction &b) { return fraction(a.p * b.p, a.q * b.q); }
inline bool operator!=(const fraction &a, const fraction &b) { return !(a == b); }

int main()
{
    const int n = 30;
    double d[n];
    int k[n];
#pragma acc parallel loop copyout(d, k)
    for (int i = 0; i < n; i++) {
        fraction a(i, 4), b(3);
        fraction c = -(a * b);
        c.top() += 1;
        c *= 2;
        const fraction e = c;
        d[i] = double(e);
        k[i] = (a < b) + 2 * (a != b) + 4 * (e ? 1 : 0) + 8 * e.top();
    }
    for (int i = 0; i < n; i++) {
        int p = 2 * (1 - 3 * i);
        CHECK(d[i] == p / 4.0);
        CHECK(k[i] == (i < 12) + 2 * (i != 12) + 4 * (p != 0) + 8 * p);
    }
    return CHECKED();
}
