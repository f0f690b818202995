// Products, quotients, sums of complex numbers are gcc's own to the last bit: special values, mixed real and complex
// operands, both widths, compound assignments that compute in a wider type.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#include <complex.h>
#include <math.h>
#include <string.h>
#define V 16
#define N (V * V)
#define OUT 22

static const double parts[V] = {0.0, -0.0, 1.0, -1.5, INFINITY, -INFINITY, NAN, 1e-310,
                                1e300, -3e307, 2.5e-20, 7.0, 1e154, -1e-200, 0.1, 1.7e308};

static double complex make(int i)
{
    return CMPLX(parts[i / V], parts[i % V]);
}

#pragma acc routine seq
static void doubles(double complex a, double complex b, double complex *r)
{
    double x = creal(b);
    float complex narrow = 3.0f - 2.0f * I;
    r[0] = a * b;
    r[1] = a / b;
    r[2] = a + b;
    r[3] = a - b;
    r[4] = a * x;
    r[5] = x * a;
    r[6] = a / x;
    r[7] = x / a;
    r[8] = a + x;
    r[9] = x - a;
    r[10] = a - x;
    r[11] = -a;
    r[12] = ~a;
    r[13] = 3 * a + 2 * I;
    r[14] = a;
    r[14] *= b;
    r[15] = a;
    r[15] /= 4;
    narrow *= 0.1;
    r[16] = narrow;
    narrow += a;
    r[17] = isfinite(crealf(narrow)) ? narrow : 0;
    r[18] = a == b;
    r[19] = (a != x) + !a + (a && b) + (a ? 2 : 4);
    x *= a;
    r[20] = x;
    r[21] = a * I - b / I;
}

#pragma acc routine seq
static void floats(float complex a, float complex b, float complex *r)
{
    float x = cimagf(b);
    r[0] = a * b;
    r[1] = a / b;
    r[2] = x / a;
    r[3] = a / x;
    r[4] = a * 2.5 + x;
    r[5] = conjf(a) - b;
    a /= b;
    r[6] = a;
    a -= 1;
    r[7] = a;
    __real__ a = x;
    __imag__ a += 2;
    r[8] = a;
    /* The sign of a NaN, which the projection of an infinity shows, is nobody's promise. */
    r[9] = isnan(cimagf(a)) ? 0 : cprojf(a);
}

/* The same bits, or both NaN. */
static int same(double a, double b)
{
    return (a != a && b != b) || memcmp(&a, &b, sizeof a) == 0;
}

static double complex wide[N][OUT], wide_want[OUT];
static float complex thin[N][OUT], thin_want[OUT];

int main(void)
{
    double complex z[N];
    for (int i = 0; i < N; i++)
        z[i] = make(i);
    for (int shift = 0; shift < N; shift += N / 2 + 3) {
        #pragma acc parallel loop copyin(z) copyout(wide, thin)
        for (int i = 0; i < N; i++) {
            int j = (i * 7 + shift) % N;
            doubles(z[i], z[j], wide[i]);
            floats((float complex)z[i], (float complex)z[j], thin[i]);
        }
        for (int i = 0; i < N; i++) {
            int j = (i * 7 + shift) % N;
            doubles(z[i], z[j], wide_want);
            floats((float complex)z[i], (float complex)z[j], thin_want);
            for (int k = 0; k < OUT; k++)
                CHECK(same(creal(wide[i][k]), creal(wide_want[k])) && same(cimag(wide[i][k]), cimag(wide_want[k])));
            for (int k = 0; k < 10; k++)
                CHECK(same(crealf(thin[i][k]), crealf(thin_want[k])) && same(cimagf(thin[i][k]), cimagf(thin_want[k])));
        }
    }
    return CHECKED();
}
