// In kernels, a loop without independent that carries a dependence must not be made parallel.
// expect: device kernels>=1
// expect: multicore host_kernels>=1
#include "check.h"
#define N 500

int main(void)
{
    int a[N], b[N];
    for (int i = 0; i < N; i++)
        a[i] = i % 7, b[i] = i % 5;
    #pragma acc kernels copy(a, b)
    {
        for (int i = 1; i < N; i++)
            a[i] = a[i] + a[i - 1];
        for (int i = 0; i < N - 3; i++)
            b[i] = b[i + 3] + 1;
    }
    int want = 0;
    for (int i = 0; i < N; i++) {
        want += i % 7;
        CHECK(a[i] == want);
        CHECK(b[i] == (i < N - 3 ? (i + 3) % 5 + 1 : i % 5));
    }
    return CHECKED();
}
