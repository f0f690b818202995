// A class taken for what begins with it: static_cast in bases that know the class (CRTP).
// expect: device kernels=1 host_kernels=0
// expect: multicore host_kernels=1
#include "../run/check.h"
template <class D> struct shape {
    const D &self() const { return static_cast<const D &>(*this); }
    double area() const { return static_cast<const D *>(this)->own_area(); }
    double twice() const { return 2 * self().own_area(); }
};

struct square : shape<square> {
    double s;
    double own_area() const { return s * s; }
};

struct box {
    double w;
};

struct tall : box {
    double h;
};

static double whole(const box *b)
{
    const tall *t = static_cast<const tall *>(b);
    return t->w * t->h;
}

int main()
{
    const int n = 16;
    square s[n];
    tall t[n];
    double a[n];
    for (int i = 0; i < n; i++) {
        s[i].s = i;
        t[i].w = i;
        t[i].h = 2;
    }
#pragma acc parallel loop copyin(s, t) copyout(a)
    for (int i = 0; i < n; i++)
        a[i] = s[i].area() + s[i].twice() + whole(&t[i]);
    for (int i = 0; i < n; i++)
        CHECK(a[i] == 3 * i * i + 2 * i);
    return CHECKED();
}
