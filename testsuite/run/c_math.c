// math.h in C's own types: float functions stay float, double ones double; tgmath; constants and macros; results through pointers.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#include <tgmath.h>
#include <float.h>
#include <limits.h>
#define N 60

static double plain(int i)
{
    float f = 0.1f * (float)i;
    double d = 0.1 * i, whole;
    int e;
    double r = (sqrt)(f) - (sqrtf)(f);
    r += (fabs)(f - 3.0f) * 1e-3 + (frexp)(d + 1, &e) + e + (modf)(d, &whole) + whole;
    r += (ldexp)(d, 3) + (fmax)(d, 2.0) + (fmin)(f, 2.0f) + (fmod)(d, 0.7) + (floor)(d) + (ceil)(-d) + (trunc)(d * 3);
    r += (copysign)(1.0, d - 3) + (rint)(d) + (round)(d) + (double)(lround)(d) + (double)(lrint)(d) + (hypot)(d, 3.0);
    r += (fdim)(d, 2) + (cbrt)(d) * 0 + (nextafter)(d, 10) + (ilogb)(d + 1) + (logb)(d + 1) + (remainder)(d, 0.3);
    r += DBL_EPSILON * i + FLT_MAX * 1e-38 + (double)(INT_MAX - i) + M_PI * i;
    return r;
}

static double generic(int i)
{
    float f = 0.25f * (float)i;
    double d = f;
    float a = sqrt(f), b = fabs(-f), c = fmax(f, 2.0f), e = floor(f) + ceil(f) + trunc(f);
    double g = sqrt(d), h = sqrt(i), k = pow(d, 2) + pow(f, 2.0f) + fma(f, 2.0f, 1.0f) + ldexp(f, 2);
    return a + b + c + e + g + h + k + sizeof sqrt(f) + sizeof sqrt(d) * 10;
}

int main(void)
{
    double x[N], y[N];
    #pragma acc parallel loop copyout(x)
    for (int i = 0; i < N; i++)
        x[i] = plain(i);
    #pragma acc parallel loop copyout(y)
    for (int i = 0; i < N; i++)
        y[i] = generic(i);
    for (int i = 0; i < N; i++) {
        CHECK(x[i] == plain(i));
        CHECK(y[i] == generic(i));
    }
    return CHECKED();
}
