// serial loop: the combined form; a loop directive with no level is still one lane's.
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#define N 65

int main(void)
{
    double a[N];
    for (int i = 0; i < N; i++)
        a[i] = i;
    #pragma acc serial loop copy(a)
    for (int i = 0; i < N; i++)
        a[i] = a[i] * 0.5;
    for (int i = 0; i < N; i++)
        CHECK(a[i] == i * 0.5);
    return CHECKED();
}
