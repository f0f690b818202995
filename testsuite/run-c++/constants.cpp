// Constants of classes and of namespaces: arrays, numbers of templates, enumerations in `switch`.
// expect: device kernels=2 host_kernels=0
// expect: multicore host_kernels=2
#include "../run/check.h"
namespace weights {
constexpr double w[3] = {0.25, 0.5, 0.25};
inline namespace v1 {
const int reach = 1;
}
}

enum class side : unsigned char { left, right, none = 9 };

template <int N> struct rule {
    static constexpr int points = N;
    static constexpr double x[2] = {1.5, 2.5};
    enum { twice = 2 * N };
};

static int value(side s)
{
    switch (s) {
    case side::left:
        return 1;
    case side::right:
        return 2;
    default:
        return static_cast<int>(s);
    }
}

int main()
{
    const int n = 30;
    double a[n], b[n];
    for (int i = 0; i < n; i++)
        a[i] = i * i;
#pragma acc parallel loop copyin(a) copyout(b)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = -weights::reach; k <= weights::reach; k++)
            if (i + k >= 0 && i + k < n)
                s += weights::w[k + 1] * a[i + k];
        b[i] = s;
    }
    int c[n];
#pragma acc parallel loop copyout(c)
    for (int i = 0; i < n; i++) {
        side s = i % 3 == 0 ? side::left : i % 3 == 1 ? side::right : side::none;
        c[i] = value(s) * rule<5>::points + rule<3>::twice + (int)rule<1>::x[i % 2];
    }
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = -1; k <= 1; k++)
            s += i + k >= 0 && i + k < n ? weights::w[k + 1] * a[i + k] : 0;
        CHECK(b[i] == s);
        CHECK(c[i] == (i % 3 == 0 ? 1 : i % 3 == 1 ? 2 : 9) * 5 + 6 + 1 + i % 2);
    }
    return CHECKED();
}
