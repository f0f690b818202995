// Members of class templates that nothing names: of classes that are instantiated explicitly, and virtual ones of classes whose objects are made.
// expect: device kernels=7
#include "../run/check.h"

// As a benchmark has it: an interface, and a class whose instances are asked for at the end of the file.
template <class T> struct interface {
    virtual void fill(T x) = 0;
    virtual T total() const = 0;
    virtual const T *host() = 0;
    virtual ~interface() {}
};

template <class T> class arrays : public interface<T> {
    int n;
    T *a, *b;

public:
    arrays(int n, const T &start);
    arrays(int n, const T *from, long step);
    ~arrays();
    void fill(T x) override;
    T total() const override;
    const T *host() override;
    void add(T x) { both(x, x); }
    void add(T x, int times) { both(x, times * x); }

private:
    void both(T x, T y);
};

template <class T> arrays<T>::arrays(int n, const T &start) : n(n), a(new T[n]), b(new T[n])
{
    T *a = this->a, *b = this->b;
#pragma acc enter data create(a[0:n], b[0:n])
#pragma acc parallel loop present(a[0:n], b[0:n])
    for (int i = 0; i < n; i++)
        a[i] = b[i] = start;
}
template <class T> arrays<T>::arrays(int n, const T *from, long step) : n(n), a(new T[n]), b(new T[n])
{
    for (int i = 0; i < n; i++)
        a[i] = b[i] = from[i * step];
    T *a = this->a, *b = this->b;
#pragma acc enter data copyin(a[0:n], b[0:n])
}
template <class T> arrays<T>::~arrays()
{
    T *a = this->a, *b = this->b;
#pragma acc exit data delete(a[0:n], b[0:n])
    delete[] a;
    delete[] b;
}
template <class T> void arrays<T>::fill(T x)
{
    int n = this->n;
    T *a = this->a;
#pragma acc parallel loop present(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = x + i;
}
template <class T> T arrays<T>::total() const
{
    T s = 0;
    const T *a = this->a, *b = this->b;
#pragma acc parallel loop present(a[0:n], b[0:n]) reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}
template <class T> const T *arrays<T>::host()
{
    T *a = this->a;
#pragma acc update self(a[0:n])
    return a;
}
template <class T> void arrays<T>::both(T x, T y)
{
    T *a = this->a, *b = this->b;
#pragma acc parallel loop present(a[0:n], b[0:n])
    for (int i = 0; i < n; i++) {
        a[i] += x;
        b[i] += y;
    }
}
template class arrays<float>;
template class arrays<double>;

// Implicit instances: the calls are virtual.
struct shape {
    virtual int measure(int *p, int n) const = 0;
    virtual ~shape() {}
};
template <class T, int K> struct sized : shape {
    int measure(int *p, int n) const override
    {
#pragma acc parallel loop copyout(p[0:n])
        for (int i = 0; i < n; i++)
            p[i] = K * int(sizeof(T)) + i;
        return K;
    }
};

template <class T> static int run(interface<T> &f)
{
    f.fill(2);
    const T *p = f.host();
    return p[10] == 12 && f.total() == 135;
}

int main()
{
    float from[40];
    for (int i = 0; i < 40; i++)
        from[i] = i;
    {
        arrays<double> d(15, 1);
        CHECK(run<double>(d));
        arrays<float> f(15, from, 0);
        f.add(1, 1);
        interface<float> *i = &f;
        CHECK(i->total() == 15);
    }
    int p[50];
    shape *all[] = {new sized<char, 3>, new sized<double, 5>};
    for (int k = 0; k < 2; k++) {
        int times = all[k]->measure(p, 50);
        CHECK(times == (k ? 5 : 3) && p[49] == 49 + (k ? 40 : 3));
        delete all[k];
    }
    return CHECKED();
}
