// A loop's pointer that its body writes through: each iteration has an element of its own, in kernels too.
// launch: loop_pointer_own_main_13 grid=1024x1x1 block=128x1x1
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#define N 64

int main(void)
{
    static double a[N], b[N];
    double *p;
    #pragma acc kernels copy(a)
    for (p = a; p < a + N; p += 2) {
        p[0] = p - a;
        p[1] = p[0] + 1;
    }
    #pragma acc parallel loop copyin(a) copy(b)
    for (double *q = b; q != b + N; ++q)
        *q = a[q - b] * 2;
    for (int i = 0; i < N; i++)
        CHECK(a[i] == i && b[i] == 2 * i);
    return CHECKED();
}
