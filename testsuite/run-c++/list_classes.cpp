// Classes that own an array, with their bounds in methods and their elements behind operator[]: what a method gives back by reference lies behind the object's
// pointer, so a store through it leaves the object's bounds alone. Of numbers, of structs, and of the type of the bounds themselves.
// expect: device kernels=6
// expect: multicore host_kernels=6
#include "../run/check.h"
#include <cstddef>

template <typename T> class list {
    T *elements = nullptr;
    std::size_t count = 0;

  public:
    explicit list(std::size_t n) : elements(new T[n]), count(n)
    {
#pragma acc enter data copyin(this[0:1])
#pragma acc enter data create(elements[0:count])
    }
    list(const list &) = delete;
    list &operator=(const list &) = delete;
    ~list()
    {
#pragma acc exit data delete(elements[0:count])
#pragma acc exit data delete(this[0:1])
        delete[] elements;
    }
#pragma acc routine seq
    T &operator[](std::size_t i) { return elements[i]; }
#pragma acc routine seq
    const T &operator[](std::size_t i) const { return elements[i]; }
#pragma acc routine seq
    T &at(std::size_t i) { return i < count ? elements[i] : elements[0]; }
    std::size_t size() const { return count; }
    void to_device()
    {
#pragma acc update device(elements[0:count])
    }
    void to_host()
    {
#pragma acc update self(elements[0:count])
    }
};

struct point {
    double x, y;
};

template <typename T> static void add(list<T> &a, const list<T> &b)
{
#pragma acc parallel loop present(a, b)
    for (std::size_t i = 0; i < a.size(); ++i)
        a[i] = b[i] + T(i);
}

int main()
{
    list<double> a(1000), b(1000);
    for (std::size_t i = 0; i < b.size(); i++)
        b[i] = 2.5;
    b.to_device();
#pragma acc parallel loop present(a, b)
    for (int i = 0; i < (int)a.size(); ++i)
        a[i] = b[i] + i;
    a.to_host();
    CHECK(a[0] == 2.5 && a[999] == 1001.5);
    list<std::size_t> sizes(300), others(300);
    for (std::size_t i = 0; i < others.size(); i++)
        others[i] = 7 * i;
    others.to_device();
    add(sizes, others);
    add(a, b);
#pragma acc parallel loop present(sizes)
    for (std::size_t i = 0; i < sizes.size(); i++)
        sizes.at(i) *= 2;
    sizes.to_host();
    a.to_host();
    CHECK(sizes[0] == 0 && sizes[299] == 16 * 299 && a[7] == 9.5);
    list<point> points(50);
#pragma acc parallel loop present(points)
    for (std::size_t i = 0; i < points.size(); i++) {
        points[i].x = i;
        points[i].y = 2.0 * i;
    }
#pragma acc parallel present(points)
#pragma acc loop gang vector
    for (std::size_t i = 0; i < points.size(); i++)
        points[i] = {points[i].y, points[i].x};
    points.to_host();
    CHECK(points[49].x == 98 && points[49].y == 49);
    return CHECKED();
}
