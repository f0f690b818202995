// The same where host and device share their memory.
// covers: capture shared
// devices: sim nvidia
// run: -O2 -gpu=unified -Wno-openacc
// openmp: one memory
// env: ACCRS_GPU_SHARES=unified
// expect: device kernels=6
#include "check.h"
#define N 100
int main(void)
{
    int a[N], b[N], c[N];
    for (int i = 0; i < N; i++) a[i] = i;
#pragma acc data copyin(capture: a) create(capture: c)
    {
        for (int i = 0; i < N; i++) a[i] = -1, c[i] = -2;
#pragma acc parallel loop copyout(b)
        for (int i = 0; i < N; i++) { b[i] = a[i]; c[i] = 2 * a[i]; }
        CHECK(b[7] == 7 && c[7] == -2 && a[7] == -1);
#pragma acc parallel loop present(c) copyout(b)
        for (int i = 0; i < N; i++) b[i] = c[i] + a[i];
    }
    for (int i = 0; i < N; i++) CHECK(b[i] == 3 * i && a[i] == -1);
#pragma acc data copy(capture: a)
    {
        a[3] = 100;
#pragma acc parallel loop
        for (int i = 0; i < N; i++) a[i] += 5;
        CHECK(a[3] == 100);
    }
    CHECK(a[3] == 4 && a[4] == 4);
#pragma acc parallel loop copyout(capture: b)
    for (int i = 0; i < N; i++) b[i] = i;
    CHECK(b[9] == 9);
    int *p = a;
#pragma acc data copy(capture: p[0:N])
    {
        p[5] = 3;
#pragma acc parallel loop
        for (int i = 0; i < N; i++) p[i] = 1;
        CHECK(p[5] == 3);
#pragma acc kernels
        for (int i = 0; i < N; i++) p[i] += 1;
#pragma acc update self(p[0:2])
        CHECK(p[1] == 2 && p[5] == 3);
    }
    CHECK(p[5] == 2);
    return CHECKED();
}
