// Device memory by calls: acc_malloc, the copies between host and device and inside the device, asynchronously too; mapping.
// expect: device kernels=2
// expect: multicore host_kernels=1
#include "clauses.h"

int main(void)
{
    size_t bytes = sizeof a;
    int *one = acc_malloc(bytes), *two = acc_malloc(bytes);
    fill();
    acc_memcpy_to_device(one, a, bytes);
    acc_memcpy_device(two, one, bytes);
#pragma acc parallel loop deviceptr(two)
    for (int i = 0; i < N; i++)
        two[i] *= 3;
    acc_memcpy_from_device(b, two, bytes);
    for (int i = 0; i < N; i++)
        CHECK("copies", i, b[i], 3 * i);
    acc_memcpy_to_device_async(one, b, bytes, 1);
    acc_memcpy_device_async(two, one, bytes, 1);
    acc_memcpy_from_device_async(a, two, bytes, 1);
    acc_wait(1);
    for (int i = 0; i < N; i++)
        CHECK("queued", i, a[i], 3 * i);
    if (own()) { // Elsewhere mapping has no meaning (3.2.21).
        acc_map_data(b, one, bytes);
        CHECK("mapped", 0, acc_is_present(b, bytes) && acc_deviceptr(b) == one, 1);
#pragma acc parallel loop present(b)
        for (int i = 0; i < N; i++)
            b[i] += 1;
#pragma acc update self(b)
        for (int i = 0; i < N; i++)
            CHECK("mapped", i, b[i], 3 * i + 1);
        acc_unmap_data(b);
        CHECK("unmapped", 0, acc_is_present(b, bytes), 0);
    }
    acc_free(one);
    acc_free(two);
    acc_free(NULL);
    return bad != 0;
}
