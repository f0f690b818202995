// Programs that declare functions of the C library themselves, as C allows, instead of including the header.
// expect: sim kernels=1
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
double sqrt(double);
extern float fabsf(float);
double fmax(double, double);
int abs(int);
int main(void)
{
    double a[50], b[50];
#pragma acc parallel loop copyout(a, b)
    for (int i = 0; i < 50; i++) {
        a[i] = sqrt(4.0 * i * i) + fmax(i, 7);
        b[i] = fabsf(-2.0f * i) + abs(3 - i);
    }
    for (int i = 0; i < 50; i++) {
        CHECK(a[i] == 2.0 * i + (i > 7 ? i : 7));
        CHECK(b[i] == 2 * i + (i < 3 ? 3 - i : i - 3));
    }
    return CHECKED();
}
