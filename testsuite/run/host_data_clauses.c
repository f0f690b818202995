// host_data with if and if_present: which address the name has inside.
// expect: device kernels=0
#include "clauses.h"

int main(void)
{
    int *device = NULL, *seen = NULL;
    fill();
#pragma acc data copyin(a)
    {
        device = acc_deviceptr(a);
#pragma acc host_data use_device(a)
        seen = a;
        CHECK("use_device", 0, seen == device, 1);
#pragma acc host_data use_device(a) if(N < 0)
        seen = a;
        CHECK("if(0)", 0, seen == a, 1);
#pragma acc host_data use_device(a) if(N > 0)
        seen = a;
        CHECK("if(1)", 0, seen == device, 1);
#pragma acc host_data use_device(a, b) if_present
        {
            seen = a;
            CHECK("if_present: b", 0, b[3], -7);
        }
        CHECK("if_present: a", 0, seen == device, 1);
    }
    CHECK("another address", 0, own() == (device != a), 1);
    return bad != 0;
}
