// Loops over objects of class templates with begin() and end(): pointers and iterators, constant objects, comparisons that are friends or that
// the compiler makes of `==`.
// run: -std=c++20
// expect: device kernels=1
#include <cstdio>

template <class T> struct view {
    T *p;
    int n;
    T *begin() { return p; }
    T *end() { return p + n; }
    const T *begin() const { return p; }
    const T *end() const { return p + n - 1; }
};
template <class T> struct counting {
    struct iterator {
        T at;
        T operator*() const { return at; }
        iterator &operator++()
        {
            ++at;
            return *this;
        }
        friend bool operator!=(const iterator &a, const iterator &b) { return a.at != b.at; }
    };
    T from, to;
    iterator begin() const { return {from}; }
    iterator end() const { return {to}; }
};
template <class T> counting<T> upto(T n)
{
    return {T(0), n};
}
template <class T, int N> class stepper {
    T *p_;
    int n_;

public:
    class iterator {
        T *p_;

    public:
        explicit iterator(T *p) : p_(p) {}
        T &operator*() const { return *p_; }
        iterator &operator++()
        {
            p_ += N;
            return *this;
        }
        bool operator==(iterator o) const { return p_ == o.p_; }
    };
    stepper(T *p, int n) : p_(p), n_(n) {}
    iterator begin() { return iterator(p_); }
    iterator end() { return iterator(p_ + n_ * N); }
};

int main()
{
    const int n = 40, m = 6;
    double a[n * m], sums[n];
    for (int i = 0; i < n * m; i++)
        a[i] = i;
#pragma acc parallel loop copy(a) copyout(sums)
    for (int i = 0; i < n; i++) {
        view<double> row{a + i * m, m};
        const view<double> same = row;
        double t = 0;
        for (double x : row)
            t += x;
        for (double x : same)
            t += 1000 * x;
        for (double &x : row)
            x += 1;
        for (int k : upto(5))
            t += k;
        for (long k : counting<long>{2, 5})
            t += static_cast<double>(k * 2);
        stepper<double, 2> even(a + i * m, 3);
        for (auto &x : even)
            x *= 2;
        sums[i] = t;
    }
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        double all = 6 * i * m + 15, most = 5 * i * m + 10;
        wrong += sums[i] != all + 1000 * most + 10 + 18;
        for (int j = 0; j < m; j++)
            wrong += a[i * m + j] != (i * m + j + 1) * (j % 2 ? 1 : 2);
    }
    std::printf("wrong: %d\n", wrong);
    return wrong != 0;
}
