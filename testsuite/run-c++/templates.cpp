// Constructs in function templates: a kernel for each instance, chosen by types and by numbers; data constructs and updates around them.
// expect: device kernels=14 host_kernels=0
// expect: multicore host_kernels=14
#include "../run/check.h"

struct wide {
    long a, b;
};

template <class T> void axpy(T a, const T *x, T *y, int n)
{
#pragma acc parallel loop copyin(x[0:n]) copy(y[0:n])
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}

template <class T, int N> T total(const T *x)
{
    T s = 0;
#pragma acc data copyin(x[0:N])
    {
#pragma acc parallel loop reduction(+ : s)
        for (int i = 0; i < N; i++)
            s += x[i];
    }
    return s;
}

// The type is in no parameter of the function.
template <class T, bool Down = false> unsigned long bytes(int n)
{
    unsigned long s = 0;
#pragma acc parallel loop reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += Down ? sizeof(T) - 1 : sizeof(T);
    return s;
}

// Of one instance the construct isn't there.
template <class T> int when(int n)
{
    int s = 0;
    if constexpr (sizeof(T) > 4) {
#pragma acc parallel loop reduction(+ : s)
        for (int i = 0; i < n; i++)
            s += (int)sizeof(T);
    } else
        s = -n;
    return s;
}

// Numbers of a template have their types.
template <unsigned long N, class T> long before(const T *p, int n)
{
    long s = 0;
#pragma acc parallel loop reduction(+ : s) copyin(p[0 : n])
    for (int i = 0; i < n; i++)
        s += p[i] - N > 100 && i - N > 1000;
    return s;
}

// Nobody makes an instance.
template <class T> void unused(T *p, int n)
{
#pragma acc parallel loop copy(p[0:n])
    for (int i = 0; i < n; i++)
        p[i].nothing();
}

namespace deep {
template <class T> T square(T x) { return x * x; }

template <class T> void squares(T *p, int n)
{
#pragma acc enter data copyin(p[0:n])
#pragma acc parallel loop present(p)
    for (int i = 0; i < n; i++)
        p[i] = square(p[i]);
#pragma acc update self(p[0:n])
#pragma acc exit data delete (p)
}

// Reached by way of another template alone.
template <class T> void twice(T *p, int n)
{
    squares(p, n);
    squares<T>(p, n);
}
}

// An own text for one type.
template <> void axpy<char>(char a, const char *x, char *y, int n)
{
#pragma acc parallel loop copyin(x[0:n]) copy(y[0:n])
    for (int i = 0; i < n; i++)
        y[i] = a + x[i];
}

// The type is declared behind the template's text.
struct late {
    int v;
};
late operator*(const late &a, const late &b) { return late{a.v * b.v}; }

int main()
{
    float xf[8], yf[8];
    double xd[8], yd[8];
    char xc[8], yc[8];
    late l[8];
    for (int i = 0; i < 8; i++) {
        xf[i] = xd[i] = xc[i] = i;
        yf[i] = yd[i] = yc[i] = 1;
        l[i].v = i;
    }
    axpy(2.5f, xf, yf, 8);
    axpy(1 / 3., xd, yd, 8);
    axpy<char>(5, xc, yc, 8);
    CHECK(yf[7] == 18.5f && yd[3] == 1 + 1 / 3. * 3 && yc[6] == 11);
    CHECK((total<float, 8>(xf) == 28) && (total<double, 4>(xd) == 6) && (total<double, 8>(xd) == 28));
    CHECK(bytes<wide>(10) == 160 && bytes<short>(10) == 20 && (bytes<short, true>(10) == 10));
    const int three[] = {1, 2, 3};
    CHECK(before<2>(three, 3) == 1);
    CHECK(when<double>(5) == 40 && when<short>(5) == -5);
    deep::twice(xd, 8);
    CHECK(xd[3] == 81 && xd[7] == 2401);
    deep::squares(l, 8);
    CHECK(l[5].v == 25);
    return CHECKED();
}
