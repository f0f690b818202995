// Nested classes, friends, namespaces with aliases and without names, `using` in blocks.
// expect: device kernels=2 host_kernels=0
// expect: multicore host_kernels=2
#include "../run/check.h"
namespace outer {
namespace inner {
struct box {
    struct corner {
        int x, y;
        friend corner operator+(corner a, corner b) { return {a.x + b.x, a.y + b.y}; }
    };
    corner low, high;
    int area() const { return (high.x - low.x) * (high.y - low.y); }
};
static int bonus(const box &b) { return b.low.x; }
}
using shape = inner::box;
}

namespace {
int local(int v) { return v + 1; }
namespace deep {
int local(int v) { return v + 2; }
}
}

namespace oi = outer::inner;

int main()
{
    const int n = 20;
    int a[n], b[n];
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < n; i++) {
        using corner = oi::box::corner;
        corner c{i, 1}, d = c + corner{2, 3};
        outer::shape s{c, d};
        a[i] = s.area() + bonus(s);
    }
#pragma acc parallel loop copyout(b)
    for (int i = 0; i < n; i++) {
        using namespace deep;
        b[i] = ::local(i) + deep::local(i);
    }
    for (int i = 0; i < n; i++) {
        CHECK(a[i] == 6 + i);
        CHECK(b[i] == 2 * i + 3);
    }
    return CHECKED();
}
