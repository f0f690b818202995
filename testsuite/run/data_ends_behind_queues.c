// The end of a data region comes behind what queues still do with its data on the device, so that no result is lost. (The standard leaves the wait to the
// program; on the cores nothing moves, and it must wait.)
// expect: device kernels=3 downloads=2
#include "check.h"
#include <openacc.h>

enum { N = 5000 };

static double a[N], b[N];

int main(void)
{
    int device = acc_get_device_type() != acc_device_host;
    for (int i = 0; i < N; i++)
        a[i] = i, b[i] = 2 * i;
#pragma acc data copy(a) create(b)
    {
#pragma acc parallel loop async(3)
        for (int i = 0; i < N; i++)
            b[i] = a[i] + 1;
#pragma acc parallel loop async(3)
        for (int i = 0; i < N; i++)
            a[i] = 3 * b[i];
    }
    if (!device)
        acc_wait_all();
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 3 * (i + 1.0));
#pragma acc enter data copyin(a)
#pragma acc parallel loop async(4) present(a)
    for (int i = 0; i < N; i++)
        a[i] = -a[i];
#pragma acc exit data copyout(a)
    if (!device)
        acc_wait_all();
    for (int i = 0; i < N; i++)
        CHECK(a[i] == -3 * (i + 1.0));
    acc_wait_all();
    return CHECKED();
}
