// Which function is meant: overloads by type, by constness and by number of arguments, templates beside functions, enable_if.
// expect: device kernels=1 host_kernels=0
// expect: multicore host_kernels=1
#include "../run/check.h"
#include <type_traits>

static int kind(double) { return 2; }
template <class T> static int kind(T) { return 4; }
static int kind(int, int b) { return b; }

template <class T> typename std::enable_if<std::is_integral<T>::value, int>::type whole(T) { return 1; }
template <class T> typename std::enable_if<std::is_floating_point<T>::value, int>::type whole(T) { return 0; }

struct which {
    int n;
    int of() const { return 1; }
    int of() { return 2; }
};

namespace near_by {
struct tag {
    int k;
};
inline int found(const tag &t) { return t.k; }
}

int main()
{
    const int n = 10;
    int a[n];
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < n; i++) {
        which w{i};
        const which c{i};
        near_by::tag t{i};
        a[i] = kind(1.5) + 10 * kind('x') + 100 * kind(i, 5) + 1000 * whole(3L) + 10000 * whole(2.5f) + 100000 * w.of() +
               1000000 * c.of() + 10000000 * found(t);
    }
    for (int i = 0; i < n; i++)
        CHECK(a[i] == 2 + 40 + 500 + 1000 + 200000 + 1000000 + 10000000 * i);
    return CHECKED();
}
