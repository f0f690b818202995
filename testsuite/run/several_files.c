// Two sources with regions of their own, one sharing the other's array on the device, with functions of one name.
// with: parts/several_files_other.c
// expect: device kernels=3 uploads=1 downloads=1
// expect: multicore host_kernels=3
#include "check.h"
#define N 333

extern void other(int *a, int n);

static void work(int *a, int n)
{
    #pragma acc parallel loop present(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] += 1;
}

int main(void)
{
    int a[N];
    for (int i = 0; i < N; i++)
        a[i] = i;
    #pragma acc data copy(a)
    {
        work(a, N);
        other(a, N);
        work(a, N);
    }
    for (int i = 0; i < N; i++)
        CHECK(a[i] == (i + 1) * 3 + 1);
    return CHECKED();
}
