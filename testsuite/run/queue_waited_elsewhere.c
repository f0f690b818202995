// A queue that another file waits for, and one that a function behind a pointer may wait for: nothing is said of either.
// run: -O2 -Werror=openacc
// with: parts/queue_waited_elsewhere_part.c
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#define N 1000

void finish(void);

int main(void)
{
    static int a[N];
#pragma acc enter data copyin(a) async(3)
#pragma acc parallel loop present(a) async(3)
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma acc exit data copyout(a) async(3)
    finish();
    CHECK(a[N - 1] == N - 1);
    return CHECKED();
}
