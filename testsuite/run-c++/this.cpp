// Constructs in member functions that use members: sections of pointers, scalars, the object itself, members of bases, static ones.
// expect: device kernels=13 host_kernels=0
// expect: multicore host_kernels=13
#include "../run/check.h"

class matrix {
    double *d;
    int n, m;

public:
    matrix(int n, int m) : d(new double[n * m]()), n(n), m(m)
    {
#pragma acc enter data copyin(this[0 : 1], d[0 : n * m])
    }
    ~matrix()
    {
#pragma acc exit data delete (d[0 : n * m], this[0 : 1])
        delete[] d;
    }
    matrix(const matrix &) = delete;
    double &operator()(int i, int j) { return d[i * m + j]; }
    int rows() const { return n; }
    void fill(double v)
    {
#pragma acc parallel loop collapse(2) present(this[0 : 1], d[0 : n * m])
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                (*this)(i, j) = v + i * 10 + j;
    }
    void scale(double v)
    {
        // What no clause names is there by the constructor's.
#pragma acc parallel loop
        for (int i = 0; i < n * m; i++)
            d[i] *= v;
    }
    double sum()
    {
        double s = 0;
#pragma acc parallel loop collapse(2) reduction(+ : s) present(this)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                s += (*this)(i, j);
        return s;
    }
};

struct field {
    double *a;
    int n;
    double k;
    static constexpr int two = 2;
    static double four() { return 4; }
    void clear()
    {
#pragma acc parallel loop copy(a[0 : n])
        for (int i = 0; i < n; i++)
            a[i] = k + two + four();
    }
    void nothing_named()
    {
#pragma acc parallel loop
        for (int i = 0; i < n; i++)
            a[i] += this->k;
    }
    double total() const
    {
        double s = 0;
#pragma acc kernels loop reduction(+ : s)
        for (int i = 0; i < n; i++)
            s += a[i];
        return s;
    }
    void count()
    {
#pragma acc serial copy(k)
        k += 10;
    }
    void count_whole()
    {
#pragma acc serial copy(this[0 : 1])
        {
            k = k + 1;
            n = 5;
        }
    }
    void queued()
    {
#pragma acc parallel loop async(1) copy(a[0 : n])
        for (int i = 0; i < n; i++)
            a[i] *= 2;
#pragma acc wait(1)
    }
};

struct deep : field {
    int m;
    double b[4];
    void twice()
    {
#pragma acc parallel loop copy(a[0 : n])
        for (int i = 0; i < n; i++)
            a[i] = 2 * a[i] + m;
    }
    void own_array()
    {
#pragma acc parallel loop copy(b)
        for (int i = 0; i < 4; i++)
            b[i] += i;
    }
};

// What devices can't have takes its room only.
#include <string>
#include <vector>
struct named {
    std::string name = "none";
    std::vector<double> v;
    virtual ~named() = default;
    double k = 3;
    int n = 8;
    void add(double *p) const
    {
#pragma acc parallel loop copy(p[0 : 8]) copyin(this[0 : 1])
        for (int i = 0; i < n; i++)
            p[i] += k;
    }
};

int main()
{
    matrix m(3, 4);
    m.fill(1);
    m.scale(2);
    CHECK(m.sum() == 300);
    double s = 0;
    const int rows = m.rows();
#pragma acc parallel loop reduction(+ : s) present(m)
    for (int i = 0; i < rows; i++)
        s += m(i, 1);
    CHECK(s == 72);
    double a[10];
    field f{a, 10, 3};
    f.clear();
    CHECK(a[0] == 9 && a[9] == 9);
    f.nothing_named();
    CHECK(a[9] == 12 && f.total() == 120);
    f.queued();
    CHECK(a[9] == 24);
    deep d;
    d.a = a, d.n = 10, d.m = 7;
    d.twice();
    CHECK(a[9] == 55 && a[0] == 55);
    for (double &x : d.b)
        x = 1;
    d.own_array();
    CHECK(d.b[0] == 1 && d.b[3] == 4);
    f.count();
    f.count_whole();
    CHECK(f.k == 14 && f.n == 5);
    named all;
    all.add(a);
    CHECK(a[7] == 58 && a[8] == 55);
    return CHECKED();
}
