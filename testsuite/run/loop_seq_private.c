// Loops in order of which a clause names the counter, or what the loop's head counts with, as private: it lasts from one iteration to the next.
// expect: device kernels=4
// expect: multicore host_kernels=4
#include "check.h"
#define N 100

int main(void)
{
    int a[N] = {1}, b[N], i = 0, j, k, step, t;
#pragma acc parallel copy(a)
#pragma acc loop seq private(i)
    for (i = 1; i < N; i++)
        a[i] += a[i - 1] + 3;
    CHECK(a[0] == 1 && a[1] == 4 && a[N - 1] == 1 + 3 * (N - 1));
#pragma acc parallel loop copyout(b) private(j, t)
    for (i = 0; i < N; i++) {
        t = 0;
#pragma acc loop seq private(j, step)
        for (j = 0, step = 1; j < i; j += step, step++)
            t += j;
        b[i] = t;
    }
    for (i = 0; i < N; i++) {
        t = 0;
        for (j = 0, step = 1; j < i; j += step, step++)
            t += j;
        CHECK(b[i] == t);
    }
#pragma acc kernels copyout(b)
#pragma acc loop independent private(j, k, t)
    for (i = 0; i < N; i++) {
        t = i;
#pragma acc loop seq private(k)
        for (k = 0; k < 3; k++) {
#pragma acc loop seq private(j)
            for (j = 0; j < 4; j++)
                t += j * k;
        }
        b[i] = t;
    }
    CHECK(b[0] == 18 && b[N - 1] == N - 1 + 18);
#pragma acc serial loop copyout(b) private(i)
    for (i = 0; i < N; i++)
        b[i] = i;
    CHECK(b[0] == 0 && b[N - 1] == N - 1);
    return CHECKED();
}
