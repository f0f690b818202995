// Bounds of floating point: such loops are no canonical ones, and run in order as C has them. Cast to integers they are counted.
// run: -O2 -w
// expect: multicore host_kernels=3
// expect: device kernels=3
#include "check.h"

int main(void)
{
    int a[100] = {0};
    double length = 37.5;
    float first = 3.9f;
    #pragma acc kernels
    for (int i = 0; i < length; i++)
        a[i] += 1;
    #pragma acc parallel loop copy(a)
    for (int i = 0; i < 10; i++)
        for (int j = 0; 1e1 > j; j++)
            a[10 * i + j] += 10;
    #pragma acc parallel loop copy(a)
    for (int i = first; i <= (int)(2 * length); i += 2)
        a[i] += 100;
    for (int i = 0; i < 100; i++)
        CHECK(a[i] == (i < 38) + 10 + (i >= 3 && i <= 75 && i % 2 ? 100 : 0));
    return CHECKED();
}
