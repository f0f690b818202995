// The program has asked for a queue's stream, so that nobody knows when it is done: it is waited for at the end of main, and not once more behind the driver's own end.
// devices: nvidia
// again: ACCRS_GPU_ENDS=cuStreamCreate
// again: ACCRS_GPU_ENDS=cuModuleLoadDataEx
// again: ACCRS_GPU_ENDS=cuLaunchKernel
// expect: device kernels=1
// openmp: it is about CUDA
#include "check.h"
#include <openacc.h>
#define N 1000

static int a[N];

int main(void)
{
#pragma acc enter data create(a)
#pragma acc parallel loop present(a) async(1)
    for (int i = 0; i < N; i++)
        a[i] = i;
    void *stream = acc_get_cuda_stream(1);
#pragma acc exit data copyout(a) wait(1)
    CHECK(stream && a[7] == 7);
    return CHECKED();
}
