// Objects of templates' instances that are made where they are used, with the arguments of the template and of the constructor, and lists between which
// a condition chooses.
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "../run/check.h"

template <int k> struct shifted {
    int a, b;
    shifted(int x) : a(x + k), b(0) {}
    shifted(int x, int y) : a(x * k), b(y) {}
    shifted(int x, int y, int z) : a(x), b(y + z * k) {}
};
template <int k> struct filled {
    int a = k, b = 2;
};
struct vec {
    double x, y;
};
struct zeroed {
    int n;
    double d[2];
    zeroed() : n(), d() {}
};

int main()
{
    const int n = 40;
    int a[n], b[n];
    double c[n];
#pragma acc parallel loop copyout(a, b, c)
    for (int i = 0; i < n; i++) {
        auto f = shifted<3>(i);
        auto g = shifted<5>(i, 7);
        auto h = shifted<2>{i, 1, 2};
        auto w = filled<4>();
        shifted<9> z(i, 3);
        a[i] = f.a + g.a + h.a + w.a + z.a;
        b[i] = f.b + g.b + 10 * h.b + 100 * w.b + 1000 * z.b;
        vec v{double(i), 2};
        vec u = i % 2 ? vec{3, 4} : v;
        zeroed o;
        c[i] = u.x + 10 * u.y + (i % 3 ? vec() : v).y + o.n + o.d[0] + o.d[1];
    }
    for (int i = 0; i < n; i++) {
        CHECK(a[i] == i + 3 + 5 * i + i + 4 + 9 * i);
        CHECK(b[i] == 7 + 50 + 200 + 3000);
        CHECK(c[i] == (i % 2 ? 43 : i + 20) + (i % 3 ? 0 : 2));
    }
    return CHECKED();
}
