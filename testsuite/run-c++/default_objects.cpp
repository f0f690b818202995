// Objects that are declared without a value, whose bases, members and own constructors give them one.
// expect: device kernels=1 host_kernels=0
// expect: multicore host_kernels=1
#include "../run/check.h"
struct base {
    int u = 3;
};

struct counted {
    int k;
    counted() { k = 5; }
};

struct item : base {
    counted c;
    double w{2};
    item() = default;
    item(int a, double b) : w(b) { u = a; }
};

struct outer : counted {
    item i;
    int n = 1;
};

int main()
{
    const int n = 20;
    int a[n];
    double b[n];
#pragma acc parallel loop copyout(a, b)
    for (int i = 0; i < n; i++) {
        item p;
        item q(i, 0.5);
        outer o;
        a[i] = p.u + p.c.k + q.u + q.c.k + o.k + o.i.u + o.i.c.k + o.n;
        b[i] = p.w + q.w + o.i.w;
    }
    for (int i = 0; i < n; i++) {
        CHECK(a[i] == 3 + 5 + i + 5 + 5 + 3 + 5 + 1);
        CHECK(b[i] == 4.5);
    }
    return CHECKED();
}
