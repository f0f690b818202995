// Whether pointers overlap is a matter of the device's memory: of addresses there that the program gives itself, and of memory that it
// maps several arrays to.
// devices: sim nvidia
// openmp: there is no memory of a device's own
// launch: kernels_pointers_device_given_21 grid=1x1x1 block=128x1x1
// launch: kernels_pointers_device_given_21_in_order grid=1x1x1 block=1x1x1
// launch: kernels_pointers_device_mapped_29_in_order grid=1x1x1 block=1x1x1
// launch: kernels_pointers_device_mapped_29 grid=1x1x1 block=128x1x1
// expect: device kernels=6 in_order=3
#include "check.h"
#include "device.h"
#include <string.h>
#define N 100

static double x[2 * N], y[2 * N];

/* d is an address on the device. */
static void given(int n, double *a, double *d)
{
    #pragma acc kernels present(a[0:n]) deviceptr(d)
    for (int i = 0; i < n; i++)
        a[i] = d[i] + 1;
}

/* On the host these never overlap. */
__attribute__((unused)) static void mapped(int n, double *a, double *b)
{
    #pragma acc kernels present(a, b)
    for (int i = 0; i < n; i++)
        a[i] = 2 * b[i];
}

static double *address(double *host)
{
#ifdef _OPENACC
    return acc_deviceptr(host);
#else
    return host;
#endif
}

int main(void)
{
    for (int i = 0; i < 2 * N; i++)
        x[i] = y[i] = i % 9;
    #pragma acc data copy(x)
    {
        given(N, x + 1, address(x));
        given(N - 1, x + 1, address(x + N + 1));
        given(N, x + N, address(x + N));
        given(N, x, address(x + N));
    }
    for (int i = 0; i < N; i++)
        y[1 + i] = y[i] + 1;
    for (int i = 0; i < N - 1; i++)
        y[1 + i] = y[N + 1 + i] + 1;
    for (int i = 0; i < N; i++)
        y[N + i] = y[N + i] + 1;
    for (int i = 0; i < N; i++)
        y[i] = y[N + i] + 1;
    CHECK(!memcmp(x, y, sizeof x));

#ifdef _OPENACC
    double a[N], b[N], *d = acc_malloc(3 * N * sizeof *d);
    for (int i = 0; i < N; i++)
        b[i] = 1;
    acc_map_data(a, d + 1, sizeof a);
    acc_map_data(b, d, sizeof b);
    #pragma acc update device(b)
    mapped(N, a, b);
    #pragma acc update self(a, b)
    double power = 1;
    for (int i = 0; i < N - 1; i++, power *= 2)
        CHECK(b[i] == power && a[i] == 2 * power);
    acc_unmap_data(a);
    acc_map_data(a, d + N, sizeof a);
    mapped(N, a, b);
    #pragma acc update self(a)
    CHECK(a[0] == 2 && a[9] == 1024);
    acc_unmap_data(a);
    acc_unmap_data(b);
    acc_free(d);
#endif
    return CHECKED();
}
