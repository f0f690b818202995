// Device routines (3.2.1 to 3.2.8, 3.2.15): types, numbers, properties, init and shutdown, one current device for each thread, tables
// for each device, copies between devices.
// run: -O2 -pthread
// env: ACC_NUM_SIM_DEVICES=3
// expect: sim kernels=5
// expect: multicore host_kernels=5
#include "check.h"
#include "device.h"
#ifdef _OPENACC
#include <pthread.h>
#include <string.h>
#define N 300

static int devices;
static acc_device_t type;

/* A new thread starts at the environment's device, whatever others have set. */
static void *thread(void *unused)
{
    int a[N];
    (void)unused;
    CHECK(acc_get_device_num(type) == 0);
    acc_set_device_num(devices - 1, type);
    CHECK(acc_get_device_num(type) == devices - 1);
    for (int i = 0; i < N; i++)
        a[i] = i;
    #pragma acc parallel loop copy(a)
    for (int i = 0; i < N; i++)
        a[i] += 5;
    CHECK(a[N - 1] == N + 4);
    return NULL;
}

/* The same host array on every device, with a value of its own on each. */
static void tables(void)
{
    int a[N], b[N], top = devices - 1;
    memset(b, 0, sizeof b);
    for (int d = 0; d <= top; d += top ? top : 1) {
        acc_set_device_num(d, type);
        for (int i = 0; i < N; i++)
            a[i] = d;
        CHECK(!discrete() || !acc_is_present(a, sizeof a));
        #pragma acc enter data copyin(a)
        CHECK(acc_is_present(a, sizeof a));
        #pragma acc parallel loop present(a)
        for (int i = 0; i < N; i++)
            a[i] += 100 + i;
    }
    acc_set_device_num(0, type);
    acc_create(b, sizeof b);
    acc_memcpy_d2d(b, a, sizeof a, 0, top);
    acc_copyout(b, sizeof b);
    for (int i = 0; i < N; i++)
        CHECK(b[i] == (discrete() ? top : 0) + 100 + i);
    for (int d = 0; d <= top; d++) {
        acc_set_device_num(d, type);
        if (d == 0 || d == top) {
            #pragma acc exit data delete(a)
        }
        CHECK(!discrete() || !acc_is_present(a, sizeof a));
    }
    acc_set_device_num(0, type);
}

static void properties(void)
{
    size_t memory = acc_get_property(0, type, acc_property_memory);
    CHECK(memory > 0 && acc_get_property(0, type, acc_property_free_memory) <= memory);
    CHECK((acc_get_property(0, type, acc_property_shared_memory_support) != 0) == !discrete());
    CHECK(acc_get_property(99, acc_device_current, acc_property_memory) == memory);
    CHECK(acc_get_property(devices, type, acc_property_memory) == 0);
    CHECK(acc_get_property(0, type, acc_property_name) == 0);
    CHECK(acc_get_property_string(0, type, acc_property_memory) == NULL);
    CHECK(acc_get_property_string(-1, type, acc_property_name) == NULL);
    CHECK(acc_get_property_string(0, type, acc_property_name)[0] != 0);
    CHECK(acc_get_property_string(0, type, acc_property_vendor)[0] != 0);
    CHECK(acc_get_property_string(0, type, acc_property_driver)[0] != 0);
}

static void kernel_side(void)
{
    int seen[4];
    #pragma acc serial copyout(seen)
    {
        seen[0] = acc_on_device(acc_device_host);
        seen[1] = acc_on_device(acc_device_not_host);
        seen[2] = acc_on_device(acc_device_none);
        seen[3] = acc_on_device(acc_device_host) != acc_on_device(acc_device_not_host);
    }
    CHECK(seen[0] == !discrete() && seen[1] == discrete() && !seen[2] && seen[3]);
    CHECK(acc_on_device(acc_device_host) && !acc_on_device(acc_device_not_host));
}

int main(void)
{
    pthread_t one;
    int a[N] = {0};
    type = acc_get_device_type();
    devices = acc_get_num_devices(type);
    CHECK(type != acc_device_default && type != acc_device_none && type != acc_device_current);
    CHECK(devices >= 1 && acc_get_num_devices(acc_device_host) == 1);
    CHECK(acc_get_num_devices(acc_device_radeon) == 0 && acc_get_device_num(acc_device_radeon) == -1);
    acc_init(type);
    CHECK(acc_get_device_type() == type);
    acc_init_device(devices - 1, type);
    CHECK(acc_get_device_num(type) == devices - 1);
    acc_set_device_num(0, type);
    CHECK(pthread_create(&one, NULL, thread, NULL) == 0);
    CHECK(pthread_join(one, NULL) == 0);
    CHECK(acc_get_device_num(type) == 0);
    tables();
    if (devices == 1) { /* as many kernels on one device as on several */
        #pragma acc parallel loop copy(a)
        for (int i = 0; i < N; i++)
            a[i] = i;
    }
    properties();
    kernel_side();
    /* A shutdown ends all lifetimes; the next use starts anew. */
    acc_create(a, sizeof a);
    acc_shutdown_device(0, type);
    CHECK(!discrete() || !acc_is_present(a, sizeof a));
    #pragma acc parallel loop copy(a)
    for (int i = 0; i < N; i++)
        a[i] = 2 * i;
    CHECK(a[N - 1] == 2 * (N - 1));
    acc_shutdown(type);
    acc_set_device_type(type);
    CHECK(acc_get_device_type() == type);
    /* No GPU, no handles. */
    if (type != acc_device_nvidia) {
        CHECK(acc_get_current_cuda_context() == NULL && acc_get_current_cuda_device() == NULL);
        CHECK(acc_get_cuda_stream(1) == NULL && acc_set_cuda_stream(1, &one) == 0);
    }
    return CHECKED();
}
#else
int main(void)
{
    return 0;
}
#endif
