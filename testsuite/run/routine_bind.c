// bind and nohost: devices call another function than the host's cores do.
// expect: device kernels=4
// expect: multicore host_kernels=4
// faults: it looks at where it runs, which is the host where there is no memory
#include "check.h"
#include "device.h"
#include <math.h>
#define N 61

static int device_only(int x, int y);
int on_host(int x, int y);
#pragma acc routine(device_only) seq nohost
#pragma acc routine(on_host) seq bind(device_only)

static int device_only(int x, int y)
{
    return x * y + 1;
}

int on_host(int x, int y)
{
    return x * y + 2;
}

#pragma acc routine seq bind("device_only")
static int by_string(int x, int y)
{
    return x * y + 3;
}

#pragma acc routine vector nohost
static int lanes(const int *x, int n)
{
    int s = 0;
    #pragma acc loop vector reduction(+:s)
    for (int i = 0; i < n; i++)
        s += x[i];
    return -s;
}

#pragma acc routine vector bind(lanes)
static int total(const int *x, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}

/* A function that devices have. */
#pragma acc routine seq bind(sqrtf)
static float root(float x)
{
    return powf(x, 0.5f);
}

#pragma acc routine device_type(nvidia) vector device_type(*) seq
static void levels(int *x, int n)
{
    #pragma acc loop vector
    for (int i = 0; i < n; i++)
        x[i] += 1;
}

int main(void)
{
    int a[N], b[N], c[N], rows[N][5];
    float r[N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 5; j++)
            rows[i][j] = i + j;
    #pragma acc parallel loop copyout(a, b)
    for (int i = 0; i < N; i++) {
        a[i] = on_host(i, 3);
        b[i] = by_string(i, 5);
    }
    #pragma acc parallel loop gang copyin(rows) copyout(c)
    for (int i = 0; i < N; i++)
        c[i] = total(rows[i], 5);
    #pragma acc parallel loop copyout(r)
    for (int i = 0; i < N; i++)
        r[i] = root((float)(i + 1));
    #pragma acc parallel loop gang copy(rows)
    for (int i = 0; i < N; i++)
        levels(rows[i], 5);
    for (int i = 0; i < N; i++) {
        int device = discrete();
        CHECK(a[i] == i * 3 + (device ? 1 : 2));
        CHECK(b[i] == i * 5 + (device ? 1 : 3));
        CHECK(c[i] == (device ? -1 : 1) * (5 * i + 10));
        CHECK(fabsf(r[i] * r[i] - (float)(i + 1)) < 1e-4f);
        CHECK(rows[i][4] == i + 5);
    }
    CHECK(on_host(2, 3) == 8);
    return CHECKED();
}
