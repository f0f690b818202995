// Constants that headers spell as long double and convert at once (DBL_MAX, M_PIl), which every device has.
// expect: device kernels=1
#define _GNU_SOURCE
#include "check.h"
#include <float.h>
#include <math.h>
#define N 27
#define F 6

#define DOUBLES(x)                                                                                              \
    x[0] = DBL_MAX, x[1] = DBL_MIN, x[2] = DBL_EPSILON, x[3] = -DBL_MAX, x[4] = (double)M_PIl, x[5] = M_El,     \
    x[6] = FLT_MAX, x[7] = FLT_MIN, x[8] = FLT_EPSILON, x[9] = 1.0L, x[10] = -2.5L, x[11] = (double)(-0.1L),    \
    x[12] = HUGE_VAL, x[13] = INFINITY, x[14] = -HUGE_VAL, x[15] = (double)0x1.8p3L, x[16] = +3.25L,            \
    x[17] = DBL_TRUE_MIN, x[18] = __builtin_inf(), x[19] = DBL_DIG + DBL_MAX_EXP, x[20] = (float)0.1L,          \
    x[21] = M_PI, x[22] = DBL_MAX * 0.5, x[23] = LDBL_DIG, x[24] = isnan(NAN) ? 1 : 0,                          \
    x[25] = fmax(DBL_MIN, 0.0), x[26] = LDBL_EPSILON
#define FLOATS(x) x[0] = 0.1L, x[1] = -3.5L, x[2] = HUGE_VALF, x[3] = FLT_TRUE_MIN, x[4] = (float)M_PIl, x[5] = 3.3L

int main(void)
{
    double r[N], w[N];
    float f[F], g[F];
    #pragma acc parallel num_gangs(1) copyout(r, f)
    {
        DOUBLES(r);
        FLOATS(f);
    }
    DOUBLES(w);
    FLOATS(g);
    for (int i = 0; i < N; i++) CHECK(r[i] == w[i]);
    for (int i = 0; i < F; i++) CHECK(f[i] == g[i]);
    return CHECKED();
}
