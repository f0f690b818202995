// Templates by number, by type and by a policy that is a class, each instance with a kernel of its own.
// expect: device kernels=3 host_kernels=0
// expect: multicore host_kernels=3
#include "../run/check.h"
#include <type_traits>

struct add {
    template <class T> static T of(T a, T b) { return a + b; }
    static constexpr bool swaps = false;
};
struct subtract {
    template <class T> static T of(T a, T b) { return a - b; }
    static constexpr bool swaps = true;
};

template <class Op, int Step, class T> void run(T *p, const T *q, int n)
{
#pragma acc parallel loop copy(p[0 : n]) copyin(q[0 : n])
    for (int i = 0; i < n; i += Step) {
        if constexpr (Op::swaps)
            p[i] = Op::of(q[i], p[i]);
        else
            p[i] = Op::of(p[i], q[i]);
        if constexpr (std::is_same<T, float>::value)
            p[i] *= 2;
    }
}

int main()
{
    const int n = 12;
    double a[n], b[n];
    float c[n], d[n];
    for (int i = 0; i < n; i++)
        a[i] = c[i] = i, b[i] = d[i] = 10;
    run<add, 1>(a, b, n);
    run<subtract, 2>(a, b, n);
    run<add, 3>(c, d, n);
    for (int i = 0; i < n; i++) {
        CHECK(a[i] == (i % 2 ? 10 + i : -i));
        CHECK(c[i] == (i % 3 ? i : 2 * (i + 10)));
    }
    return CHECKED();
}
