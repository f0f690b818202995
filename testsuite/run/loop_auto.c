// loop auto in parallel: dependence decides; one loop is independent, one is not.
// expect: device kernels=2
#include "check.h"
#define N 300

int main(void)
{
    int a[N], b[N];
    for (int i = 0; i < N; i++)
        b[i] = 1;
    #pragma acc parallel copyout(a) num_gangs(1)
    #pragma acc loop auto
    for (int i = 0; i < N; i++)
        a[i] = i;
    #pragma acc kernels loop auto copy(b)
    for (int i = 1; i < N; i++)
        b[i] = b[i - 1] + 1;
    for (int i = 0; i < N; i++) {
        CHECK(a[i] == i);
        CHECK(b[i] == i + 1);
    }
    return CHECKED();
}
