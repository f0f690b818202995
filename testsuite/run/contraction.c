// a * b + c is rounded twice in kernels too where plain C does it: the same bits on every device.
// run: -O2 -ffp-contract=off
// expect: device kernels=2
#include "check.h"
enum { N = 500 };

static double plain(double a, double b, double c)
{
    volatile double product = a * b;
    return product + c;
}

int main(void)
{
    static double a[N], b[N], r[N], s[N];
    for (int i = 0; i < N; i++) {
        a[i] = 1 + i / 3.0;
        b[i] = 1 / a[i];
    }
#pragma acc parallel loop copyin(a, b) copyout(r)
    for (int i = 0; i < N; i++)
        r[i] = a[i] * b[i] - 1;
#pragma acc parallel loop copyin(a, b) copyout(s)
    for (int i = 0; i < N; i++) {
        double t = 0;
        for (int k = 0; k < 5; k++)
            t += a[i] * b[(i + k) % N];
        s[i] = t;
    }
    for (int i = 0; i < N; i++) {
        double t = 0;
        for (int k = 0; k < 5; k++)
            t = plain(a[i], b[(i + k) % N], t);
        CHECK(r[i] == plain(a[i], b[i], -1));
        CHECK(s[i] == t);
    }
    return CHECKED();
}
