// Loops over objects whose classes have begin() and end(): pointers, and iterators of the program's own. Sizes of containers by std::size.
// run: -std=c++17
// expect: device kernels=6
#include <array>
#include <cstdio>
#include <iterator>
#include <vector>

struct Span {
    double *first, *last;
    double *begin() const { return first; }
    double *end() const { return last; }
};

struct Both {
    int values[4];
    int *begin() { return values; }
    int *end() { return values + 4; }
    const int *begin() const { return values; }
    const int *end() const { return values + 3; }
};

struct Count {
    struct place {
        int at, step;
        int operator*() const { return at; }
        place &operator++()
        {
            at += step;
            return *this;
        }
        bool operator!=(const place &o) const { return at < o.at; }
    };
    int from, to, step;
    place begin() const { return {from, step}; }
    place end() const { return {to, step}; }
};

struct Every {
    struct place {
        double *at;
        double &operator*() const { return *at; }
        void operator++() { at += 2; }
        bool operator==(place o) const { return at == o.at; }
        bool operator!=(place o) const { return !(*this == o); }
    };
    double *first;
    int n;
    place begin() const { return {first}; }
    place end() const { return {first + 2 * n}; }
};

struct Poly {
    double c[4];
    int two[2][2];
    explicit Poly(double a, double b) : c{a, b, a * b}, two{{1, 2}, {3}} {}
    double operator()(double x) const
    {
        double r = 0;
        for (int k = 3; k >= 0; --k)
            r = r * x + c[k];
        return r + two[0][1] + two[1][0] * 10 + two[1][1] * 100;
    }
};

int main()
{
    double a[64], b[64];
    int sums[64], wrong = 0;
    for (int i = 0; i < 64; i++)
        a[i] = i;
#pragma acc parallel loop copyin(a) copyout(sums)
    for (int i = 0; i < 64; i++) {
        int t = 0;
        for (int k : Count{0, i, 1 + i % 3})
            t += k;
        Span own{a, a + i};
        for (double x : own)
            t += static_cast<int>(x);
        Both both{{i, 1, 2, 3}};
        for (int &x : both)
            x += 1;
        const Both fixed = both;
        for (const auto &x : fixed)
            t += x;
        sums[i] = t;
    }
#pragma acc parallel loop copy(a)
    for (int i = 0; i < 4; i++) {
        for (double &x : Every{a + 16 * i, 8})
            x = -x;
        for (const double &x : Every{a + 16 * i + 1, 4}) {
            if (x > 1000)
                break;
            a[16 * i + 14] += x;
        }
    }
#pragma acc parallel loop copyout(b)
    for (int i = 0; i < 64; i++) {
        Poly p(i, 2);
        b[i] = p(0.5);
    }
    std::vector<double> v(64, 1.5);
    std::array<int, 20> few{};
    double *p = v.data();
#pragma acc parallel loop copy(p[0:64])
    for (int i = 0; i < static_cast<int>(std::size(v)); i++)
        p[i] += i;
#pragma acc parallel loop
    for (std::size_t i = 0; i < std::size(few); i++)
        few[i] = static_cast<int>(i) + (std::empty(v) ? 100 : 0);
#pragma acc parallel loop
    for (std::size_t i = 0; i < std::size(v); i++)
        std::data(v)[i] -= 0.5;

    for (int i = 0; i < 64; i++) {
        int t = 0;
        for (int k = 0; k < i; k += 1 + i % 3)
            t += k;
        t += i * (i - 1) / 2 + i + 1 + 2 + 3;
        wrong += sums[i] != t;
        wrong += b[i] != i + 1 + 2 * i * 0.25 + 2 + 30;
        wrong += v[i] != 1 + i;
        double want = i % 2 ? i : -i;
        int row = i / 16 * 16;
        if (i % 16 == 14)
            want += 4 * row + 1 + 3 + 5 + 7;
        wrong += a[i] != want;
    }
    for (int i = 0; i < 20; i++)
        wrong += few[i] != i;
    std::printf("wrong: %d\n", wrong);
    return wrong != 0;
}
