// Functions that no standard rounds exactly: within a few units in the last place of the host's.
// expect: device kernels=1
#include "check.h"
#include <math.h>
#define N 400

static int close(double got, double want, double ulps, double epsilon)
{
    return fabs(got - want) <= ulps * epsilon * fabs(want);
}

int main(void)
{
    double v[N], r[N][6];
    float q[N][3];
    for (int i = 0; i < N; i++)
        v[i] = 0.01 + i * 0.037;
    #pragma acc parallel loop gang vector copyin(v) copyout(r, q)
    for (int i = 0; i < N; i++) {
        r[i][0] = exp(v[i]);
        r[i][1] = log(v[i] + 2);
        r[i][2] = sin(v[i] * 0.1);
        r[i][3] = pow(v[i], 1.7);
        r[i][4] = atan2(v[i], 2.0);
        r[i][5] = hypot(v[i], 3.0);
        q[i][0] = expf((float)v[i]);
        q[i][1] = tanhf((float)v[i]);
        q[i][2] = powf((float)v[i], 0.3f);
    }
    for (int i = 0; i < N; i++) {
        double e = 2.3e-16, f = 1.2e-7;
        CHECK(close(r[i][0], exp(v[i]), 4, e) && close(r[i][1], log(v[i] + 2), 4, e));
        CHECK(close(r[i][2], sin(v[i] * 0.1), 4, e) && close(r[i][3], pow(v[i], 1.7), 4, e));
        CHECK(close(r[i][4], atan2(v[i], 2), 4, e) && close(r[i][5], hypot(v[i], 3), 4, e));
        CHECK(close(q[i][0], expf((float)v[i]), 4, f) && close(q[i][1], tanhf((float)v[i]), 4, f));
        CHECK(close(q[i][2], powf((float)v[i], 0.3f), 16, f));
    }
    return CHECKED();
}
