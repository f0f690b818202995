// Kernels of several queues: all of a file's are on the device before the first of them runs on a queue, so that none waits there for those that run.
// devices: nvidia
// calls: turn: cuLaunchKernel=1 cuCtxGetCurrent=1 cuStreamCreate=1 cuStreamSynchronize=1
// expect: device kernels=20
// openmp: it is about CUDA
#include "check.h"
#include <stdlib.h>
#include <string.h>

static double x[20];

#define DO(text) _Pragma(#text)
#define KERNEL(k)                                                       \
    static void kernel_##k(void)                                        \
    {                                                                   \
        DO(acc serial present(x) async(k))                              \
        for (int i = 0; i < 2000; i++)                                  \
            x[k] += k;                                                  \
    }
#define EACH(_) _(0) _(1) _(2) _(3) _(4) _(5) _(6) _(7) _(8) _(9) _(10) _(11) _(12) _(13) _(14) _(15) _(16) _(17) _(18) _(19)
EACH(KERNEL)

#define NAME(k) kernel_##k,
static void (*const kernels[])(void) = {EACH(NAME)};

int main(int argc, char **argv)
{
    int n = argc > 2 && !strcmp(argv[1], "turn") ? atoi(argv[2]) : 20;
#pragma acc enter data copyin(x)
    for (int k = 0; k < n; k++)
        kernels[k]();
#pragma acc wait
#pragma acc exit data copyout(x)
    for (int k = 0; k < n; k++)
        CHECK(x[k] == 2000.0 * k);
    return CHECKED();
}
