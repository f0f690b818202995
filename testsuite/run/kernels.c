// A kernels construct with two loops, the second using the first's result.
// expect: device kernels>=1 uploads=1 downloads=2
// expect: multicore host_kernels>=1
#include "check.h"
#define N 1234

int main(void)
{
    float a[N], b[N], c[N];
    for (int i = 0; i < N; i++)
        a[i] = (float)i;
    #pragma acc kernels copyin(a) copyout(b, c)
    {
        for (int i = 0; i < N; i++)
            b[i] = a[i] + 1.0f;
        for (int i = 0; i < N; i++)
            c[i] = b[N - 1 - i] * 2.0f;
    }
    for (int i = 0; i < N; i++) {
        CHECK(b[i] == (float)i + 1.0f);
        CHECK(c[i] == 2.0f * ((float)(N - 1 - i) + 1.0f));
    }
    return CHECKED();
}
