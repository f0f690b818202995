// complex.h in a kernel: every function, on both sides of its branch cuts, near what is hard for it; within a few
// units of the last place of the C library's.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#include <complex.h>
#include <math.h>
#define N 400
#define F 20

static double complex point(int i)
{
    static const double special[] = {0.0, 1.0, -1.0, 1e-12, -1e-12, 30.0, -30.0, 0.5, 2.0, 1.0000001};
    if (i < 100)
        return CMPLX(special[i / 10], special[i % 10]);
    double angle = 0.37 * i, radius = exp(0.01 * (i - 250));
    return radius * (cos(angle) + I * sin(angle));
}

/* Relative to the size of the number. */
static int near(double complex a, double complex b, double tolerance)
{
    double d = cabs(a - b), size = cabs(b);
    if (!isfinite(size) || !isfinite(d))
        return isfinite(cabs(a)) == isfinite(size);
    return d <= tolerance * size || d < 1e-300;
}

static double complex out[N][F];
static float complex outf[N][F];

static void wide(double complex z, double complex *r)
{
    r[0] = cexp(z), r[1] = clog(z), r[2] = csqrt(z), r[3] = csin(z), r[4] = ccos(z), r[5] = ctan(z);
    r[6] = csinh(z), r[7] = ccosh(z), r[8] = ctanh(z), r[9] = casin(z), r[10] = cacos(z), r[11] = catan(z);
    r[12] = casinh(z), r[13] = cacosh(z), r[14] = catanh(z), r[15] = cpow(z, 2.5 - 0.5 * I), r[16] = conj(z);
    r[17] = cabs(z) + I * carg(z), r[18] = cproj(z), r[19] = creal(z) - cimag(z);
}

static void thin(float complex z, float complex *r)
{
    r[0] = cexpf(z), r[1] = clogf(z), r[2] = csqrtf(z), r[3] = csinf(z), r[4] = ccosf(z), r[5] = ctanf(z);
    r[6] = csinhf(z), r[7] = ccoshf(z), r[8] = ctanhf(z), r[9] = casinf(z), r[10] = cacosf(z), r[11] = catanf(z);
    r[12] = casinhf(z), r[13] = cacoshf(z), r[14] = catanhf(z), r[15] = cpowf(z, 1.5f), r[16] = conjf(z);
    r[17] = cabsf(z) + I * cargf(z), r[18] = cprojf(z), r[19] = crealf(z) - cimagf(z);
}

int main(void)
{
    double complex z[N], want[F];
    float complex wantf[F];
    for (int i = 0; i < N; i++)
        z[i] = point(i);
    #pragma acc parallel loop copyin(z) copyout(out)
    for (int i = 0; i < N; i++)
        wide(z[i], out[i]);
    #pragma acc parallel loop copyin(z) copyout(outf)
    for (int i = 0; i < N; i++)
        thin((float complex)z[i], outf[i]);
    for (int i = 0; i < N; i++) {
        wide(z[i], want);
        thin((float complex)z[i], wantf);
        for (int k = 0; k < F; k++) {
            if (!near(out[i][k], want[k], 2e-14))
                printf("%d at %g%+gi: %.17g%+.17gi, not %.17g%+.17gi\n", k, creal(z[i]), cimag(z[i]), creal(out[i][k]),
                       cimag(out[i][k]), creal(want[k]), cimag(want[k]));
            CHECK(near(out[i][k], want[k], 2e-14));
            CHECK(near(outf[i][k], wantf[k], 1e-5));
            // Which side of a branch cut: signs of zeros count.
            CHECK(isnan(cimag(want[k])) || !signbit(cimag(out[i][k])) == !signbit(cimag(want[k])));
        }
    }
    return CHECKED();
}
