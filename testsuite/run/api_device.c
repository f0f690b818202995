// acc_on_device in device code and on the host; devices counted, chosen, asked for their properties, started and shut down.
// env: ACC_NUM_SIM_DEVICES=2
// covers: api on device, several devices
// expect: device kernels=4
// expect: multicore host_kernels=4
// openmp: it is about several devices
// faults: it looks at where it runs, which is the host where there is no memory
#include "clauses.h"
#include <string.h>

static void on_device(void)
{
    int host = -1, not_host = -1, type = -1;
    acc_device_t current = acc_get_device_type();
#pragma acc parallel copyout(host, not_host, type) copyin(current)
    {
        host = acc_on_device(acc_device_host) != 0;
        not_host = acc_on_device(acc_device_not_host) != 0;
        type = acc_on_device(current) != 0;
    }
    CHECK("host", 0, host, !own());
    CHECK("not_host", 0, not_host, own());
    CHECK("current", 0, type, 1);
    CHECK("outside", 0, acc_on_device(acc_device_host) != 0, 1);
}

static void several(acc_device_t type)
{
    int last = acc_get_num_devices(type) - 1;
    CHECK("there are some", 0, last >= 0, 1);
    for (int d = 0; d <= last; d++) {
        acc_set_device_num(d, type);
        CHECK("chosen", d, acc_get_device_num(type), d);
        fill();
        acc_copyin(a, sizeof a);
#pragma acc parallel loop present(a)
        for (int i = 0; i < N; i++)
            a[i] += 1 + d;
    }
    for (int d = last; d >= 0; d--) {
        acc_set_device_num(d, type);
        acc_copyout(a, sizeof a);
        for (int i = 0; i < N && own(); i++)
            CHECK("each has its own", i, a[i], i + 1 + d);
    }
}

int main(void)
{
    acc_device_t type = acc_get_device_type();
    acc_init(type);
    acc_init_device(0, type);
    on_device();
    several(type);
    if (!own())
        several(type); // As many kernels as on two devices.
    acc_set_device_num(0, type);
    CHECK("memory", 0, acc_get_property(0, type, acc_property_memory) > 0, 1);
    CHECK("free", 0, acc_get_property(0, type, acc_property_free_memory) <= acc_get_property(0, type, acc_property_memory), 1);
    CHECK("shared", 0, acc_get_property(0, type, acc_property_shared_memory_support) != 0, !own());
    const char *name = acc_get_property_string(0, type, acc_property_name);
    CHECK("name", 0, name && strlen(name) > 0, 1);
    CHECK("no such device", 0, acc_get_property(1000, type, acc_property_memory), 0);
    CHECK("no string", 0, acc_get_property_string(1000, type, acc_property_name) == NULL, 1);
    acc_shutdown_device(0, type);
    acc_shutdown(type);
    acc_set_device_type(type);
    on_device();
    return bad != 0;
}
