// Mathematical functions in C's own types: sqrt of a float is computed in double; fabs, floor, fmin, the f and l families.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#define N 500

int main(void)
{
    float f[N];
    double a[N], b[N], c[N], d[N];
    size_t sizes[4] = {0};
    int whole[N];
    for (int i = 0; i < N; i++)
        f[i] = 0.1f * (float)(i + 1);
    #pragma acc parallel loop copyin(f) copyout(a, b, c, d, whole)
    for (int i = 0; i < N; i++) {
        a[i] = sqrt(f[i]);            /* double: all 53 bits */
        b[i] = sqrtf(f[i]);           /* float: 24 bits */
        c[i] = fabs(-f[i]) + floor(f[i]) + fmin(f[i], 3.0) + fmax(2, f[i]) + ceil(f[i]);
        d[i] = fmod(f[i], 7) + copysign(1.0, -f[i]) + trunc(f[i]) + (isnan(f[i]) ? 100 : 0);
        whole[i] = abs(i - 250) + (int)lround(f[i]);
    }
    #pragma acc parallel num_gangs(1) copy(sizes)
    {
        float x = 2.0f;
        sizes[0] = sizeof(sqrt(x));
        sizes[1] = sizeof(sqrtf(x));
        sizes[2] = sizeof(x * 1.0);
        sizes[3] = sizeof('a');
    }
    CHECK(sizes[0] == 8 && sizes[1] == 4 && sizes[2] == 8 && sizes[3] == sizeof(int));
    for (int i = 0; i < N; i++) {
        CHECK(a[i] == sqrt((double)f[i])); /* correctly rounded everywhere */
        CHECK(b[i] == (double)sqrtf(f[i]));
        CHECK(c[i] == fabs(-f[i]) + floor(f[i]) + fmin(f[i], 3.0) + fmax(2, f[i]) + ceil(f[i]));
        CHECK(d[i] == fmod(f[i], 7) - 1.0 + trunc(f[i]));
        CHECK(whole[i] == abs(i - 250) + (int)lround(f[i]));
    }
    return CHECKED();
}
