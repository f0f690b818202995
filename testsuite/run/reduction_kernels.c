// A sum in kernels with no clause at all: found and parallelised, or run sequentially, but right.
// expect: device kernels>=1
#include "check.h"
#define N 2049

int main(void)
{
    int a[N], sum = 10, low = 5;
    for (int i = 0; i < N; i++)
        a[i] = (i * 7) % 64 - 20;
    #pragma acc kernels copyin(a)
    {
        for (int i = 0; i < N; i++)
            sum += a[i];
        for (int i = 0; i < N; i++)
            if (a[i] < low)
                low = a[i];
    }
    int want = 10;
    for (int i = 0; i < N; i++)
        want += a[i];
    CHECK(sum == want);
    CHECK(low == -20);
    return CHECKED();
}
