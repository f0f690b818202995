// A class template that owns device data from its constructor to its destructor, and smart pointers on the host.
// expect: device kernels=3 host_kernels=0
// expect: multicore host_kernels=3
#include "../run/check.h"
#include <memory>

template <class T> class on_device {
    T *p_;
    int n_;

public:
    on_device(T *p, int n) : p_(p), n_(n)
    {
#pragma acc enter data copyin(p_[0 : n_])
    }
    ~on_device()
    {
#pragma acc exit data copyout(p_[0 : n_])
    }
    on_device(const on_device &) = delete;
    T *get() const { return p_; }
    int size() const { return n_; }
};

template <class T> static void scaled(const on_device<T> &d, T k)
{
    T *p = d.get();
#pragma acc parallel loop present(p[0 : d.size()])
    for (int i = 0; i < d.size(); i++)
        p[i] *= k;
}

int main()
{
    const int n = 30;
    auto a = std::make_unique<double[]>(n);
    std::unique_ptr<float[]> b(new float[n]);
    for (int i = 0; i < n; i++)
        a[i] = b[i] = i;
    try {
        on_device<double> d(a.get(), n);
        on_device<float> f(b.get(), n);
        scaled(d, 2.0);
        scaled(f, 0.5f);
        scaled(d, 3.0);
        throw 7;
    } catch (int k) {
        CHECK(k == 7);
    }
    for (int i = 0; i < n; i++) {
        CHECK(a[i] == 6 * i);
        CHECK(b[i] == 0.5f * i);
    }
    return CHECKED();
}
