// Sequences of indices in functions that constructs call: folds over a tuple, and comparisons of tuples by `<=>`.
// run: -std=c++20
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "../run/check.h"
#include <tuple>
#include <utility>

template <class T, std::size_t... k> double dotted(const T &a, const T &b, std::index_sequence<k...>)
{
    return ((std::get<k>(a) * std::get<k>(b)) + ...);
}
template <class... T> double dot(const std::tuple<T...> &a, const std::tuple<T...> &b)
{
    return dotted(a, b, std::index_sequence_for<T...>{});
}
template <std::size_t... k> int powers(int x, std::index_sequence<k...>)
{
    return (... + (x << k));
}

int main()
{
    const int n = 40;
    double a[n];
    int b[n];
#pragma acc parallel loop copyout(a, b)
    for (int i = 0; i < n; i++) {
        auto t = std::make_tuple(i, 0.5 * i, 2.0f), u = std::make_tuple(3, 2.0, 1.5f);
        a[i] = dot(t, u);
        b[i] = powers(i, std::make_index_sequence<4>{}) + 1000 * (std::make_tuple(i / 10, i % 10) < std::make_tuple(2, 3));
    }
    for (int i = 0; i < n; i++) {
        CHECK(a[i] == 3 * i + i + 3);
        CHECK(b[i] == 15 * i + 1000 * (i < 23));
    }
    return CHECKED();
}
