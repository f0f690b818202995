// Packs of function templates with constructs: in folds, handed on, counted, behind references; packs without anything in them; members.
// run: -std=c++17
// expect: device kernels=12
#include <cstdio>

template <class... T> double weighed(T... x)
{
    return ((x * 2) + ... + 0.5);
}
template <typename... T> void add(double *a, int n, T... x)
{
#pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = a[i] + (x + ...);
}
template <class Real, class... T> Real sum(const Real *a, int n, const T &...x)
{
    Real s = 0;
#pragma acc parallel loop copyin(a[0:n]) reduction(+:s)
    for (int i = 0; i < n; i++)
        s += ((a[i] * x) + ... + 1.0);
    return s;
}
template <int k, class... T> void hand_on(double *a, int n, T... x)
{
#pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        a[i] += weighed(x...) * k + static_cast<double>(sizeof...(x));
        a[i] += weighed(i, x...);
    }
}
template <class... T> bool all(T... x)
{
    return (x && ...);
}
template <class... T> void truths(int *a, int n, T... x)
{
#pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] += 1 * all(x...) + 2 * (... || (x > i)) + 4 * all();
}
template <class T> struct field {
    T *a;
    int n;
    template <class... U> void shift(U... u)
    {
#pragma acc parallel loop copy(a[0:n])
        for (int i = 0; i < n; i++) {
            T x_0 = 1;
            ((a[i] += u * x_0), ...);
        }
    }
};

int main()
{
    const int n = 40;
    double a[n];
    float b[n];
    for (int i = 0; i < n; i++) {
        a[i] = i;
        b[i] = static_cast<float>(i);
    }
    add(a, n, 1, 2.5, 3u);
    add(a, n, 1.5f);
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += a[i] != i + 8;
    const int half = n / 2;
    wrong += sum(a, n, half, 2.5f, 3.0) != (half + 5.5) * (n * (n - 1) / 2 + 8 * n) + n;
    wrong += sum(a, n) != n;
    wrong += sum(b, n, 2) != n * (n - 1) + n;
    hand_on<3>(a, n, 2, 0.25);
    hand_on<-1>(a, n);
    for (int i = 0; i < n; i++)
        wrong += a[i] != i + 8 + 5.0 * 3 + 2 + (2 * i + 5.0) - 0.5 + (2 * i + 0.5);
    field<float> f{b, n};
    f.shift(1, 2.0f);
    field<float>{b, n}.shift(0.5);
    field<float>{b, n}.shift();
    int told[n]{};
    truths(told, n);
    truths(told, n, 1, 5, 0.0);
    for (int i = 0; i < n; i++)
        wrong += b[i] != static_cast<float>(i) + 3.5f || told[i] != 1 + 4 + 2 * (i < 5) + 4;
    std::printf("wrong: %d\n", wrong);
    return wrong != 0;
}
