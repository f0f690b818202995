// <tgmath.h> in regions: float stays float, integers are double, complex functions, ldexp's int doesn't count, _GNU_SOURCE or not.
// run: -O2 -D_GNU_SOURCE
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#include <complex.h>
#include <math.h>
#include <tgmath.h>
#define N 50
#define NEAR(a, b) (((a) - (b)) * ((a) - (b)) <= 1e-10 * (1 + (b) * (b)))

int main(void)
{
    float f[N], rf[N], pf[N];
    double d[N], rd[N], mixed[N], integer[N];
    int sizes[6], exponents[N];
    float _Complex z[N];
    for (int i = 0; i < N; i++) {
        f[i] = (float)(i + 0.5);
        d[i] = i + 0.25;
    }
    #pragma acc parallel loop copyin(f, d) copyout(rf, pf, rd, mixed, integer, sizes, z, exponents)
    for (int i = 0; i < N; i++) {
        rf[i] = sqrt(f[i]);
        pf[i] = pow(f[i], 1.5f);
        rd[i] = exp(-d[i]) + fabs(d[i] - 20);
        mixed[i] = fmax(f[i], d[i]);
        integer[i] = cbrt(i);
        z[i] = exp(f[i] * 0.1f * I);
        exponents[i] = ilogb(f[i]) + (int)lround(f[i]) + (int)ldexp(f[i], 2);
        if (i == 0) {
            sizes[0] = sizeof(sqrt(f[i]));
            sizes[1] = sizeof(sqrt(i));
            sizes[2] = sizeof(ldexp(f[i], 2));
            sizes[3] = sizeof(fma(f[i], 1.f, 2.f));
            sizes[4] = sizeof(fma(f[i], 1.f, 2.));
            sizes[5] = sizeof(creal(z[i]));
        }
    }
    const int want[6] = {4, 8, 4, 4, 8, 4};
    for (int k = 0; k < 6; k++)
        CHECK(sizes[k] == want[k]);
    for (int i = 0; i < N; i++) {
        CHECK(NEAR(rf[i] * rf[i], f[i]));
        CHECK(NEAR(pf[i], (pow)(f[i], 1.5)));
        CHECK(NEAR(rd[i], (exp)(-d[i]) + (fabs)(d[i] - 20)));
        CHECK(mixed[i] == f[i]);
        CHECK(NEAR(integer[i] * integer[i] * integer[i], i));
        CHECK(NEAR((double)crealf(z[i]), (cos)(f[i] * 0.1)));
        CHECK(exponents[i] == (ilogb)(f[i]) + (int)(lround)(f[i]) + (int)(4 * f[i]));
    }
    return CHECKED();
}
