// A cache directive in another place than the top of a loop's body is a hint of no use, not an error.
// run: -O2 -Wno-error=openacc
// expect: device kernels=1
#include "check.h"
enum { N = 64, M = 5 };

int main(void)
{
    double a[N] = {0}, w[M] = {1, 2, 3, 4, 5};
#pragma acc kernels copy(a) copyin(w)
    {
#pragma acc cache(w[0:M])
#pragma acc loop independent
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                a[i] += w[j] * i;
    }
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 15 * i);
    return CHECKED();
}
