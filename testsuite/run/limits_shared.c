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

int main(void)
{
    const char *of = getenv("SHARE");
    size_t share = of ? atoi(of) : 1, stack = 0, heap = 0;
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
    int (*get)(size_t *, int) = cuda ? (int (*)(size_t *, int))dlsym(cuda, "cuCtxGetLimit") : NULL;
    CHECK(get && get(&stack, 0) == 0 && get(&heap, 2) == 0);
    /* A quarter of 4 GiB for 16 multiprocessors' threads, and an eighth. */
    CHECK(stack >= 1024 && stack <= ((size_t)1 << 30) / share / (16 * 1024));
    CHECK(stack > ((size_t)1 << 30) / share / (16 * 2048) - 1024);
    CHECK(heap == ((size_t)512 << 20) / share);
    return CHECKED();
}
