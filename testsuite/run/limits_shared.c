// Recursion and arrays of variable length need a larger stack and heap than CUDA has set; the processes of a job that share a GPU share what is allowed.
// devices: nvidia
// run: -O2 -ldl
// env: ACCRS_GPU_MEMORY=4096
// again: OMPI_COMM_WORLD_LOCAL_SIZE=4 SHARE=4
// again: MPI_LOCALNRANKS=4 ACCRS_GPU_DEVICES=2 SHARE=2
// again: SLURM_STEP_TASKS_PER_NODE=3(x2) ACCRS_GPU_DEVICES=8 SHARE=1
// openmp: it is about CUDA
// faults: it calls the driver itself
#include "check.h"
#include <dlfcn.h>
#include <stdlib.h>

#pragma acc routine seq
static int depth(int n)
{
    return n > 0 ? 1 + depth(n - 1) : 0;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* A driver may give a little more than was asked for. */
static int about(size_t given, size_t asked)
{
    return given >= asked && given <= asked + asked / 8;
}

int main(void)
{
    const char *of = getenv("SHARE");
    size_t share = of ? atoi(of) : 1, stack = 0, heap = 0, memory = 0;
    int multiprocessors = 0, threads = 0;
    int n = 10, a[64];
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < 64; i++) {
        int own[n];
        for (int k = 0; k < n; k++)
            own[k] = depth(i % 8 + k);
        a[i] = own[n - 1];
    }
    for (int i = 0; i < 64; i++)
        CHECK(a[i] == i % 8 + 9);
    void *cuda = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    int (*limit)(size_t *, int) = cuda ? (int (*)(size_t *, int))dlsym(cuda, "cuCtxGetLimit") : NULL;
    int (*total)(size_t *, int) = cuda ? (int (*)(size_t *, int))dlsym(cuda, "cuDeviceTotalMem_v2") : NULL;
    int (*attribute)(int *, int, int) = cuda ? (int (*)(int *, int, int))dlsym(cuda, "cuDeviceGetAttribute") : NULL;
    CHECK(limit && limit(&stack, 0) == 0 && limit(&heap, 2) == 0);
    CHECK(total && total(&memory, 0) == 0);
    CHECK(attribute && attribute(&multiprocessors, 16, 0) == 0 && attribute(&threads, 39, 0) == 0);
    /* A quarter of the memory for the threads of all multiprocessors, and an eighth, within bounds. */
    size_t each = least(memory / share / 4 / multiprocessors / threads, 64 << 10) / 1024 * 1024;
    CHECK(about(stack, each < 1024 ? 1024 : each));
    CHECK(about(heap, least(memory / 8, (size_t)2 << 30) / share));
    return CHECKED();
}
