// Sum and product of complex numbers.
// covers: reduction complex
// expect: device kernels=2
#include "check.h"
#include <complex.h>
#define N 64

int main(void)
{
    double complex s = 1.0 + 2.0 * I, want = s;
    float complex p = 1.0f, turn = 1.0f;
    #pragma acc parallel loop gang vector reduction(+:s)
    for (int i = 0; i < N; i++)
        s += i - 0.5 * i * I;
    #pragma acc parallel loop gang num_gangs(3) reduction(*:p)
    for (int i = 0; i < N + 1; i++)
        p *= I;
    for (int i = 0; i < N; i++)
        want += i - 0.5 * i * I;
    for (int i = 0; i < N + 1; i++)
        turn *= I;
    CHECK(creal(s) == creal(want) && cimag(s) == cimag(want));
    CHECK(crealf(p) == crealf(turn) && cimagf(p) == cimagf(turn));
    return CHECKED();
}
