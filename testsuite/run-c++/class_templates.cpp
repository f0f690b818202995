// Constructs in members of class templates: constructors, destructors, members that are templates themselves or defined outside, static
// members, partial specialisations.
// expect: device kernels=8 host_kernels=0 uploads=4
#include "../run/check.h"
#include <utility>
#include <vector>

template <class T> class field {
    std::vector<T> v;

public:
    explicit field(int n) : v(n)
    {
        T *p = v.data();
#pragma acc enter data create(p[0:n])
        (void)p;
    }
    ~field()
    {
        T *p = v.data();
#pragma acc exit data delete (p)
        (void)p;
    }
    void set(T x);
    template <class U> void add(U x)
    {
        T *p = v.data();
        int n = v.size();
#pragma acc parallel loop present(p)
        for (int i = 0; i < n; i++)
            p[i] += x;
    }
    T at(int i)
    {
        T *p = v.data();
#pragma acc update self(p[i : 1])
        return p[i];
    }
    static T sum(const T *p, int n)
    {
        T s = 0;
#pragma acc parallel loop reduction(+ : s) copyin(p[0:n])
        for (int i = 0; i < n; i++)
            s += p[i];
        return s;
    }
};

template <class T> void field<T>::set(T x)
{
    T *p = v.data();
    int n = v.size();
#pragma acc parallel loop present(p)
    for (int i = 0; i < n; i++)
        p[i] = x;
}

template <class A, class B> struct count {
    static int of(int n)
    {
        int s = 0;
#pragma acc parallel loop reduction(+ : s)
        for (int i = 0; i < n; i++)
            s += (int)(sizeof(A) * sizeof(B));
        return s;
    }
};
template <class A> struct count<A, void> {
    static int of(int n)
    {
        int s = 0;
#pragma acc parallel loop reduction(+ : s)
        for (int i = 0; i < n; i++)
            s -= (int)sizeof(A);
        return s;
    }
};

int main()
{
    {
        field<double> f(5);
        f.set(3);
        f.add(1);
        f.add(0.25f);
        field<int> g(5);
        g.set(7);
        g.add(2.9);
        CHECK(f.at(4) == 4.25 && g.at(2) == 9);
    }
    const float three[] = {1, 2, 3};
    CHECK(field<float>::sum(three, 3) == 6);
    CHECK((count<int, std::pair<int, char>>::of(2) == 64) && (count<double, void>::of(2) == -16));
    return CHECKED();
}
