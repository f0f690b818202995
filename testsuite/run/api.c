// The runtime's functions beside directives: acc_copyin, acc_is_present, acc_deviceptr, acc_update_*, acc_copyout, acc_get_num_devices.
// expect: device kernels=1 uploads=2 downloads=2
#include "check.h"
#include "device.h"
#define N 100

#ifndef _OPENACC
#define acc_copyin(p, n) ((void)(p))
#define acc_update_device(p, n) ((void)(p))
#define acc_update_self(p, n) ((void)(p))
#define acc_copyout(p, n) ((void)(p))
#endif

int main(void)
{
    int a[N];
    for (int i = 0; i < N; i++)
        a[i] = i;
#ifdef _OPENACC
    CHECK(acc_get_num_devices(acc_get_device_type()) >= 1);
    CHECK(!discrete() || !acc_is_present(a, sizeof a));
#endif
    acc_copyin(a, sizeof a);
#ifdef _OPENACC
    CHECK(acc_is_present(a, sizeof a));
    CHECK(!discrete() || acc_deviceptr(a) != a);
#endif
    for (int i = 0; i < N; i++)
        a[i] += 1000;
    acc_update_device(a, sizeof a);
    #pragma acc parallel loop present(a)
    for (int i = 0; i < N; i++)
        a[i] *= 2;
    acc_update_self(a, sizeof a);
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 2 * (i + 1000));
    acc_copyout(a, sizeof a);
#ifdef _OPENACC
    CHECK(!discrete() || !acc_is_present(a, sizeof a));
#endif
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 2 * (i + 1000));
    return CHECKED();
}
