/* by_hand.h: what the hand-written CUDA needs to run: NVRTC and the driver, opened
 * at run time, so that this compiles on any machine. NAME_cuda.c holds the host
 * side of NAME_cuda.cu. BENCH_SOURCE is the folder of the .cu files. */
#ifndef BY_HAND_H
#define BY_HAND_H
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef BENCH_SOURCE
#define BENCH_SOURCE "testsuite/bench"
#endif

typedef unsigned long long device_ptr;

static void *by_hand_cuda, *by_hand_nvrtc;

static void *by_hand_symbol(void *library, const char *name)
{
    void *symbol = library ? dlsym(library, name) : NULL;
    if (!symbol) {
        fprintf(stderr, "by hand: no %s: is there an NVIDIA driver, and NVRTC (ACCRS_NVRTC)?\n", name);
        exit(2);
    }
    return symbol;
}

static void by_hand_check(int code, const char *what)
{
    if (code) {
        fprintf(stderr, "by hand: %s: error %d\n", what, code);
        exit(2);
    }
}

/* CU(cuInit, (unsigned), 0): a driver call by name, parameter types and arguments. */
#define CU(name, types, ...) \
    by_hand_check(((int(*) types)by_hand_symbol(by_hand_cuda, #name))(__VA_ARGS__), #name)
#define RTC(name, types, ...) \
    by_hand_check(((int(*) types)by_hand_symbol(by_hand_nvrtc, #name))(__VA_ARGS__), #name)

/* Compiles and loads a .cu file for the first device, whose context becomes current. */
static void *by_hand_load(const char *file)
{
    const char *nvrtc = getenv("ACCRS_NVRTC");
    by_hand_cuda = dlopen("libcuda.so.1", RTLD_NOW);
    by_hand_nvrtc = dlopen(nvrtc ? nvrtc : "libnvrtc.so.13", RTLD_NOW);
    int device, major, minor;
    void *context, *module, *program;
    CU(cuInit, (unsigned), 0);
    CU(cuDeviceGet, (int *, int), &device, 0);
    CU(cuDeviceGetAttribute, (int *, int, int), &major, 75, device);
    CU(cuDeviceGetAttribute, (int *, int, int), &minor, 76, device);
    CU(cuDevicePrimaryCtxRetain, (void **, int), &context, device);
    CU(cuCtxSetCurrent, (void *), context);

    char path[4096], arch[64], text[1 << 14];
    snprintf(path, sizeof path, "%s/%s", BENCH_SOURCE, file);
    FILE *f = fopen(path, "r");
    if (!f) {
        perror(path);
        exit(2);
    }
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    snprintf(arch, sizeof arch, "--gpu-architecture=sm_%d%d", major, minor);
    const char *options[1] = {arch};
    size_t bytes;
    RTC(nvrtcCreateProgram, (void **, const char *, const char *, int, void *, void *), &program, text, file, 0, NULL,
        NULL);
    RTC(nvrtcCompileProgram, (void *, int, const char **), program, 1, options);
    RTC(nvrtcGetCUBINSize, (void *, size_t *), program, &bytes);
    char *image = malloc(bytes);
    RTC(nvrtcGetCUBIN, (void *, char *), program, image);
    CU(cuModuleLoadData, (void **, const void *), &module, image);
    free(image);
    return module;
}

static void *by_hand_kernel(void *module, const char *name)
{
    void *kernel;
    CU(cuModuleGetFunction, (void **, void *, const char *), &kernel, module, name);
    return kernel;
}

/* Device memory with the host's bytes in it. */
static device_ptr by_hand_up(const void *host, size_t bytes)
{
    device_ptr device;
    CU(cuMemAlloc_v2, (device_ptr *, size_t), &device, bytes);
    CU(cuMemcpyHtoD_v2, (device_ptr, const void *, size_t), device, host, bytes);
    return device;
}

/* Copies back, if there is where to, and frees. */
static void by_hand_down(void *host, device_ptr device, size_t bytes)
{
    if (host)
        CU(cuMemcpyDtoH_v2, (void *, device_ptr, size_t), host, device, bytes);
    CU(cuMemFree_v2, (device_ptr), device);
}

static void by_hand_launch(void *kernel, int gx, int gy, int gz, int bx, int by, void **args)
{
    CU(cuLaunchKernel,
       (void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **), kernel,
       (unsigned)gx, (unsigned)gy, (unsigned)gz, (unsigned)bx, (unsigned)by, 1u, 0u, NULL, args, NULL);
}

static void by_hand_wait(void)
{
    by_hand_check(((int (*)(void))by_hand_symbol(by_hand_cuda, "cuCtxSynchronize"))(), "cuCtxSynchronize");
}

#define UP_DIV(n, by) (((n) + (by) - 1) / (by))
#endif
