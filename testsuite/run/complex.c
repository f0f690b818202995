// Complex arithmetic in a region: operators, parts, conjugates, float and double.
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#include <complex.h>
#define N 80

int main(void)
{
    double complex a[N], b[N];
    float complex c[N];
    double re[N];
    for (int i = 0; i < N; i++)
        a[i] = i - 0.5 * i * I, c[i] = (float)i;
    #pragma acc parallel loop copyin(a) copyout(b, re) copy(c)
    for (int i = 0; i < N; i++) {
        b[i] = a[i] * a[i] + 2.0 * I;
        re[i] = creal(conj(a[i])) + cimag(b[i]);
        c[i] = c[i] * I - 1.0f;
    }
    for (int i = 0; i < N; i++) {
        CHECK(creal(b[i]) == 0.75 * i * i && cimag(b[i]) == 2.0 - i * i);
        CHECK(re[i] == i + 2.0 - i * i);
        CHECK(crealf(c[i]) == -1.0f && cimagf(c[i]) == (float)i);
    }
    return CHECKED();
}
