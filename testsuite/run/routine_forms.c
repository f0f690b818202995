// bind by name and by string, nohost, levels for some device types only, and a routine whose gangs have two dimensions.
// expect: device kernels=4
// expect: multicore host_kernels=4
// faults: it looks at where it runs, which is the host where there is no memory
#include "check.h"
#include "device.h"
#define N 200

/* What devices call in the place of others. */
#pragma acc routine seq nohost
static int for_devices(int x)
{
    return 1000 + x;
}

#pragma acc routine seq bind(for_devices)
static int by_name(int x)
{
    return 2000 + x;
}

#pragma acc routine seq bind("for_devices")
static int by_string(int x)
{
    return 3000 + x;
}

#pragma acc routine device_type(nvidia) vector device_type(*) seq
static int sum_to(int n)
{
    int s = 0;
    for (int i = 1; i <= n; i++)
        s += i;
    return s;
}

#pragma acc routine gang(dim:2)
static void fill(int *a, int rows, int n)
{
#pragma acc loop gang(dim:2)
    for (int i = 0; i < rows; i++) {
#pragma acc loop gang(dim:1)
        for (int j = 0; j < n; j++)
            a[i * n + j] += i - j;
    }
}

int main(void)
{
    int a[N], b[N], c[N], m[9 * N];
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < N; i++)
        a[i] = by_name(i);
#pragma acc parallel loop copyout(b)
    for (int i = 0; i < N; i++)
        b[i] = by_string(i);
#pragma acc parallel loop gang copyout(c)
    for (int i = 0; i < N; i++)
        c[i] = sum_to(i);
    for (int i = 0; i < 9 * N; i++)
        m[i] = 5;
#pragma acc parallel num_gangs(3, 4) copy(m)
    fill(m, 9, N);
    for (int i = 0; i < N; i++) {
        CHECK(a[i] == (discrete() ? 1000 : 2000) + i);
        CHECK(b[i] == (discrete() ? 1000 : 3000) + i);
        CHECK(c[i] == i * (i + 1) / 2);
    }
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < N; j++)
            CHECK(m[i * N + j] == 5 + i - j);
    return CHECKED();
}
