// `routine` before members of class templates, of classes in these, and of member templates, also where they are defined outside of their class: `bind` is obeyed.
// Of functions of one name it leads to the one with the same parameters; for a member to one that takes a pointer to the object.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "../run/check.h"
#include <openacc.h>

int further(int x) { return x + 1000; }
double further(double x) { return x + 2000; }
namespace ns {
int further(int x) { return x + 3000; }
}

template <class T> struct pair_of;
int of_pair(const pair_of<int> *p, int x);

template <class T> struct pair_of {
    T k, l;
#pragma acc routine seq bind(further)
    static T step(T x) { return x + 1; }
#pragma acc routine seq bind(of_pair)
    T both(T x) const { return k + l + x; }
    static T outside(T x);
    struct inner {
#pragma acc routine seq bind(ns::further)
        static T step(T x) { return x + 2; }
    };
};
#pragma acc routine seq bind(further)
template <class T> T pair_of<T>::outside(T x)
{
    return x + 3;
}
int of_pair(const pair_of<int> *p, int x) { return p->k * p->l + x; }

struct plain {
    int k;
#pragma acc routine seq bind(further)
    template <class T> static T step(T x) { return x + 4; }
#pragma acc routine seq
    template <class T> T sum(T x) const { return x + k; }
};

int main()
{
    const int n = 50;
    int a[n];
    double b[n];
    pair_of<int> p{3, 5};
    plain q{7};
    int device = 0; // whether devices run what `bind` names
#pragma acc serial copy(device)
    device = acc_on_device(acc_device_not_host);
#pragma acc parallel loop copyout(a, b) copyin(p, q)
    for (int i = 0; i < n; i++) {
        a[i] = pair_of<int>::step(i) + pair_of<int>::outside(i) + p.both(i) + pair_of<int>::inner::step(i) + plain::step(i) + q.sum(i);
        b[i] = pair_of<double>::step(i) + pair_of<double>::outside(i) + plain::step(0.5);
    }
    for (int i = 0; i < n; i++) {
        CHECK(a[i] == 6 * i + 7 + (device ? 6000 + 15 : 1 + 3 + 8 + 2 + 4));
        CHECK(b[i] == 2 * i + 0.5 + (device ? 6000 : 8));
    }
    return CHECKED();
}
