// Directives in functions of a class, which a template with a routine is made for: the template's functions are met before the class's, and all
// directives of both stay.
// expect: device kernels=2 uploads=10
// expect: multicore host_kernels=2
#include "../run/check.h"
#include <cstddef>

struct row {
    float *x = nullptr;
    std::size_t n = 0;

    row() {}
    ~row()
    {
        if (n > 0) {
#pragma acc exit data delete(x[0:n])
            delete[] x;
        }
    }
    void allocate(std::size_t m)
    {
        n = m;
#pragma acc update device(n)
        x = new float[m];
#pragma acc enter data create(x[0:n])
    }
    void to_device()
    {
#pragma acc update device(x[0:n])
    }
    void to_host()
    {
#pragma acc update self(x[0:n])
    }
#pragma acc routine seq
    void set(float v)
    {
#pragma acc loop seq
        for (std::size_t j = 0; j < n; j++)
            x[j] = v;
    }
#pragma acc routine vector
    void add(const row &other)
    {
#pragma acc loop vector
        for (std::size_t j = 0; j < n; j++)
            x[j] += other.x[j];
    }
};

template <typename T> class list {
    T *elements = nullptr;
    std::size_t count = 0;

  public:
    explicit list(std::size_t n)
    {
        count = n;
        elements = new T[n];
#pragma acc enter data copyin(this[0:1])
#pragma acc enter data create(elements[0:count])
    }
    ~list()
    {
        T *own = elements;
#pragma acc exit data delete(elements[0:count])
#pragma acc exit data delete(this[0:1])
        delete[] own;
    }
#pragma acc routine seq
    T &operator[](std::size_t i) { return elements[i]; }
    std::size_t size() const { return count; }
};

int main()
{
    list<row> a(4), b(4);
    for (std::size_t i = 0; i < a.size(); i++) {
        a[i].allocate(10 + i);
        b[i].allocate(10 + i);
    }
#pragma acc parallel loop present(a, b)
    for (std::size_t i = 0; i < a.size(); i++) {
        a[i].set(i);
        b[i].set(0.5f);
    }
#pragma acc parallel loop gang present(a, b)
    for (std::size_t i = 0; i < a.size(); i++)
        a[i].add(b[i]);
    for (std::size_t i = 0; i < a.size(); i++) {
        a[i].to_host();
        for (std::size_t j = 0; j < a[i].n; j++)
            CHECK(a[i].x[j] == i + 0.5f);
    }
    return CHECKED();
}
