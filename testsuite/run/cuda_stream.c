// CUDA's own work on the stream behind a queue, and a queue on a stream of the program's: libcuda is called as a program with
// CUDA would call it.
// devices: nvidia
// expect: nvidia kernels=5
// openmp: it is about streams of CUDA
// faults: it calls the driver itself
#include "check.h"
#include <dlfcn.h>
#include <openacc.h>
#define N 1000

typedef int (*fill_t)(unsigned long long to, unsigned value, size_t count, void *stream);
typedef int (*create_t)(void **stream, unsigned flags);
typedef int (*stream_t)(void *stream);
typedef int (*context_t)(void **context);

int main(void)
{
    int a[N];
    void *cuda = dlopen("libcuda.so.1", RTLD_NOW), *context = NULL, *own = NULL;
    CHECK(cuda != NULL);
    if (!cuda)
        return CHECKED();
    fill_t fill = (fill_t)dlsym(cuda, "cuMemsetD32Async");
    create_t create = (create_t)dlsym(cuda, "cuStreamCreate");
    stream_t synchronize = (stream_t)dlsym(cuda, "cuStreamSynchronize");
    stream_t destroy = (stream_t)dlsym(cuda, "cuStreamDestroy_v2");
    context_t current = (context_t)dlsym(cuda, "cuCtxGetCurrent");
    for (int i = 0; i < N; i++)
        a[i] = i;
    #pragma acc data copy(a)
    {
        // Behind the kernel of queue 1, and before its next one.
        #pragma acc parallel loop async(1)
        for (int i = 0; i < N; i++)
            a[i] += 1;
        void *stream = acc_get_cuda_stream(1);
        CHECK(stream != NULL && !current(&context) && context == acc_get_current_cuda_context());
        #pragma acc host_data use_device(a)
        CHECK(fill((unsigned long long)a, 40, N / 2, stream) == 0);
        #pragma acc parallel loop async(1)
        for (int i = 0; i < N; i++)
            a[i] += 2;
        #pragma acc wait(1)
        #pragma acc update self(a)
        for (int i = 0; i < N; i++)
            CHECK(a[i] == (i < N / 2 ? 42 : i + 3));

        // Queue 2 is the program's stream: what waits for one waits for the other.
        CHECK(create(&own, 1) == 0 && acc_set_cuda_stream(2, own) == 1);
        CHECK(acc_get_cuda_stream(2) == own);
        CHECK(fill((unsigned long long)acc_deviceptr(a), 7, N, own) == 0);
        #pragma acc parallel loop async(2)
        for (int i = 0; i < N; i++)
            a[i] *= 2;
        CHECK(synchronize(own) == 0);
        #pragma acc parallel loop present(a)
        for (int i = 0; i < N; i++)
            a[i] += 1;
        #pragma acc parallel loop async(2)
        for (int i = 0; i < N; i++)
            a[i] += 1;
        #pragma acc wait(2)
    }
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 16);
    acc_shutdown(acc_device_nvidia);
    CHECK(destroy(own) == 0);
    return CHECKED();
}
