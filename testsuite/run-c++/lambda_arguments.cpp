// Lambdas as arguments of functions that constructs call: by value, by reference, handed on, with captures of each kind.
// run: -std=c++17
// expect: device kernels=3
#include <cstdio>
#include <utility>

template <class F> double apply(F f, double x)
{
    return f(x);
}
template <class F> double twice(const F &f, double x)
{
    return f(f(x));
}
template <class F> double handed_on(F &&f, double x)
{
    return apply(std::forward<F>(f), x) + apply(f, 1.0);
}
template <class F> double integrate(F f, double a, double b, int n)
{
    double s = 0, h = (b - a) / n;
    for (int i = 0; i < n; i++)
        s += f(a + (i + 0.5) * h) * h;
    return s;
}
template <class T, class Op> T fold(const T *p, int n, T first, Op op)
{
    for (int i = 0; i < n; i++)
        first = op(first, p[i]);
    return first;
}
template <class F, class G> double both(const F &f, G g, double x)
{
    return f(x) - g(x);
}
template <class F, class... A> double call(F &&f, A &&...a)
{
    return std::forward<F>(f)(std::forward<A>(a)...);
}
template <class F> void repeat(int n, F f)
{
    for (int i = 0; i < n; i++)
        f(i);
}
static double answer(const double *a, double k, int i)
{
    double sum = 0;
    repeat(i % 5, [&](int j) { sum += j * a[i]; });
    auto square = [](double x) { return x * x; };
    return apply(square, i) + apply([k](double x) { return k * x; }, i) + twice([=](double x) { return x + k + i; }, 1.0)
           + handed_on(square, 2.0) + sum;
}

int main()
{
    double a[50], out[50], second[50], third[50], k = 3;
    for (int i = 0; i < 50; i++)
        a[i] = i * 0.25;
#pragma acc parallel loop copyin(a) copyout(out)
    for (int i = 0; i < 50; i++) {
        double sum = 0;
        repeat(i % 5, [&](int j) { sum += j * a[i]; });
        auto square = [](double x) { return x * x; };
        out[i] = apply(square, i) + apply([k](double x) { return k * x; }, i)
                 + twice([=](double x) { return x + k + i; }, 1.0) + handed_on(square, 2.0) + sum;
    }
    auto scaled = [k](double x) { return k * x; };
#pragma acc parallel loop copyin(a) copyout(second)
    for (int i = 0; i < 50; i++) {
        double largest = fold(a, i + 1, -1.0, [](double x, double y) { return x > y ? x : y; });
        double half = 0.5;
        second[i] = integrate([&](double x) { return x * a[i] + half; }, 0, 1, 4) + largest + apply(scaled, a[i]);
        half = 1;
        second[i] += both([half](double x) { return x * half; }, [&half](double x) { return x / 4 + half; }, 8);
    }
#pragma acc kernels copyin(a) copyout(third)
    for (int i = 0; i < 50; i++)
        third[i] = apply([](double x) { return x + 1; }, a[i]) + apply([](double x) { return x + 2; }, a[i])
                   + call([](double x, double y) { return x - y; }, a[i], 2.0);

    int wrong = 0;
    for (int i = 0; i < 50; i++) {
        wrong += out[i] != answer(a, k, i);
        wrong += second[i] != 0.5 * a[i] + 0.5 + a[i] + k * a[i] + (8 - 3);
        wrong += third[i] != 3 * a[i] + 1;
    }
    std::printf("wrong: %d\n", wrong);
    return wrong != 0;
}
