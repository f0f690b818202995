// Complex numbers of the library: arithmetic, parts, functions of the library.
// expect: device kernels=2 host_kernels=0
// expect: multicore host_kernels=2
#include "../run/check.h"
#include <cmath>
#include <complex>

using number = std::complex<double>;

static int turns(number c)
{
    number z = 0;
    int k = 0;
    while (k < 40 && std::norm(z) < 4) {
        z = z * z + c;
        k++;
    }
    return k;
}

int main()
{
    const int n = 32;
    number z[n], w[n];
    std::complex<float> f[n];
    int k[n];
    for (int i = 0; i < n; i++) {
        z[i] = number(0.125 * i - 2, 1 - 0.0625 * i);
        f[i] = std::complex<float>(i, -i);
    }
#pragma acc parallel loop copyin(z) copyout(w, k) copy(f)
    for (int i = 0; i < n; i++) {
        number a = z[i], b(1.0, 2.0);
        number c = a * b - 2.0 * a;
        c += a;
        c -= 1.0;
        w[i] = std::conj(c) + number(a.real(), std::norm(b));
        f[i] = f[i] * std::complex<float>(0, 1) + 1.0f;
        k[i] = turns(a);
        if (a == b)
            k[i] = -1;
    }
    double re = 0;
#pragma acc parallel loop reduction(+ : re) copyin(w)
    for (int i = 0; i < n; i++)
        re += w[i].real();
    double same = 0;
    for (int i = 0; i < n; i++) {
        number b(1.0, 2.0), c = z[i] * b - z[i] - 1.0;
        CHECK(w[i] == std::conj(c) + number(z[i].real(), 5));
        CHECK(f[i] == std::complex<float>(i + 1, i));
        CHECK(k[i] == turns(z[i]));
        same += w[i].real();
    }
    CHECK(std::abs(re - same) < 1e-9);
    return CHECKED();
}
