// The runtime's context module: acc_init makes the environment, acc_shutdown ends it with what is in the device's memory, and another acc_init begins anew.
// expect: device kernels=2 uploads=1 downloads=1
#include "../run/check.h"
#include <openacc.h>

static int a[100], b[100];

int main(void)
{
    acc_device_t kind = acc_get_device_type();
    acc_init(kind);
#pragma acc enter data copyin(a)
    CHECK(acc_is_present(a, sizeof a));
#pragma acc parallel loop present(a)
    for (int i = 0; i < 100; i++)
        a[i] = i;
    acc_shutdown(kind);
    CHECK(acc_is_present(a, sizeof a) == (kind == acc_device_host));
    acc_init(kind);
#pragma acc kernels copyout(b)
    for (int i = 0; i < 100; i++)
        b[i] = 3 * i;
    acc_shutdown(kind);
    for (int i = 0; i < 100; i++)
        CHECK(b[i] == 3 * i);
    return CHECKED();
}
