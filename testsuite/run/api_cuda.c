// The entry points for CUDA: null where there is no CUDA, and harmless.
// devices: multicore sim
// expect: sim kernels=1
// expect: multicore host_kernels=1
#include "clauses.h"

int main(void)
{
    fill();
    CHECK("device", 0, acc_get_current_cuda_device() == NULL, 1);
    CHECK("context", 0, acc_get_current_cuda_context() == NULL, 1);
    CHECK("stream", 0, acc_get_cuda_stream(1) == NULL, 1);
    acc_set_cuda_stream(1, NULL);
#pragma acc parallel loop copy(a) async(1)
    for (int i = 0; i < N; i++)
        a[i] += 1;
    acc_wait(1);
    for (int i = 0; i < N; i++)
        CHECK("a", i, a[i], i + 1);
    return bad != 0;
}
