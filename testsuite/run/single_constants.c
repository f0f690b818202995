// Constants without a suffix are float under -fsingle-precision-constant, in kernels as in the rest of the program.
// run: -O2 -fsingle-precision-constant
// expect: device kernels=1
#include "check.h"

int main(void)
{
    float x = 3;
    double a[4];
    int bytes = 0;
#pragma acc parallel copyout(a) copyin(x) copy(bytes)
    {
        a[0] = x * 0.1;
        a[1] = 0.1;
        a[2] = 1e-3 + 1.5;
        a[3] = 0x1.000001p3;
        bytes = sizeof(0.1);
    }
    CHECK(a[0] == x * 0.1f);
    CHECK(a[1] == 0.1f && a[1] == 0.1);
    CHECK(a[2] == 1e-3f + 1.5f);
    CHECK(a[3] == 8.0f);
    CHECK(bytes == sizeof(float));
    return CHECKED();
}
