// Synchronous constructs in a `data` region, and behind an `enter data`, whose copies are asynchronous: they come
// behind the copies.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#include <stdlib.h>
#define N (1 << 20)

int main(void)
{
    int *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
    for (int i = 0; i < N; i++) {
        a[i] = i;
        b[i] = 1;
    }
    #pragma acc data copy(a[0:N], b[0:N]) async(1)
    {
        #pragma acc parallel loop
        for (int i = 0; i < N; i++)
            a[i] += b[N - 1 - i];
    }
    #pragma acc wait(1)
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += a[i] != i + 1;
    #pragma acc enter data copyin(a[0:N]) async(2)
    #pragma acc parallel loop copyout(b[0:N])
    for (int i = 0; i < N; i++)
        b[i] = a[N - 1 - i];
    #pragma acc exit data delete(a[0:N])
    for (int i = 0; i < N; i++)
        wrong += b[i] != N - i;
    CHECK(wrong == 0);
    free(a);
    free(b);
    return CHECKED();
}
