// cache is a hint: elements, sections around the loop's variable, readonly; the answer is the same.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#define N 515

int main(void)
{
    static float a[N], b[N], m[33][N];
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma acc parallel loop copyin(a) copy(b)
    for (int i = 1; i < N - 1; i++) {
#pragma acc cache(readonly: a[i - 1:3])
#pragma acc cache(b[i])
        b[i] = a[i - 1] + a[i] + a[i + 1];
    }
#pragma acc parallel loop gang copyin(b) copyout(m)
    for (int r = 0; r < 33; r++) {
#pragma acc loop vector
        for (int i = 0; i < N; i++) {
            int back = N - 1 - i;
#pragma acc cache(b[0:N])
            m[r][i] = r + b[back];
        }
    }
    for (int i = 1; i < N - 1; i++)
        CHECK(b[i] == 3 * i);
    for (int r = 0; r < 33; r++)
        for (int i = 0; i < N; i++)
            CHECK(m[r][i] == r + b[N - 1 - i]);
    return CHECKED();
}
