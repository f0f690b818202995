/* probe.c: what the driver is, and which images it takes. Nothing of accrs is in it, so that it tells what the machine itself does.
 *
 * Prints a line of JSON for the device, and one for each image that is named (PTX or machine code with the kernel `saxpy` of streams.cu):
 * whether it loads, and whether the kernel is right. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

typedef unsigned long long device_ptr;
static void *driver;

static void *function(const char *name)
{
    void *found = dlsym(driver, name);
    if (!found) {
        printf("{\"item\": \"driver\", \"error\": \"no %s\"}\n", name);
        exit(2);
    }
    return found;
}
/* CU(cuInit, (unsigned), 0): the code of a call of the driver by name, types of parameters, arguments. */
#define CU(name, types, ...) ((int(*) types)function(#name))(__VA_ARGS__)

static const char *name_of(int code)
{
    const char *name = NULL;
    CU(cuGetErrorName, (int, const char **), code, &name);
    return name ? name : "unknown";
}

static void must(int code, const char *what)
{
    if (code) {
        printf("{\"item\": \"driver\", \"error\": \"%s: %s\"}\n", what, name_of(code));
        exit(2);
    }
}

/* y += 2 x over some elements; how many are wrong, or -1 where a call fails. */
static int wrong(void *module)
{
    enum { N = 1000 };
    static float x[N], y[N];
    device_ptr dx, dy;
    void *kernel;
    int n = N, bad = 0;
    float a = 2;
    for (int i = 0; i < N; i++)
        x[i] = (float)i, y[i] = 1;
    void *arguments[] = {&n, &a, &dx, &dy};
    if (CU(cuModuleGetFunction, (void **, void *, const char *), &kernel, module, "saxpy") ||
        CU(cuMemAlloc_v2, (device_ptr *, size_t), &dx, sizeof x) || CU(cuMemAlloc_v2, (device_ptr *, size_t), &dy, sizeof y) ||
        CU(cuMemcpyHtoD_v2, (device_ptr, const void *, size_t), dx, x, sizeof x) ||
        CU(cuMemcpyHtoD_v2, (device_ptr, const void *, size_t), dy, y, sizeof y) ||
        CU(cuLaunchKernel, (void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **),
           kernel, (N + 255) / 256, 1, 1, 256, 1, 1, 0, NULL, arguments, NULL) ||
        CU(cuMemcpyDtoH_v2, (void *, device_ptr, size_t), y, dy, sizeof y))
        return -1;
    for (int i = 0; i < N; i++)
        bad += y[i] != 1 + 2 * (float)i;
    CU(cuMemFree_v2, (device_ptr), dx);
    CU(cuMemFree_v2, (device_ptr), dy);
    return bad;
}

static void try_image(const char *path)
{
    FILE *f = fopen(path, "rb");
    static char image[1 << 20];
    if (!f)
        return;
    image[fread(image, 1, sizeof image - 1, f)] = 0;
    fclose(f);
    void *module;
    int code = CU(cuModuleLoadData, (void **, const void *), &module, image);
    int bad = code ? -1 : wrong(module);
    printf("{\"item\": \"image\", \"image\": \"%s\", \"loads\": %s, \"said\": \"%s\", \"right\": %s}\n", path, code ? "false" : "true",
           code ? name_of(code) : "", bad ? "false" : "true");
}

int main(int argc, char **argv)
{
    int version = 0, devices = 0, device = 0, major = 0, minor = 0, multiprocessors = 0, cache = 0, pageable = 0;
    size_t bytes = 0;
    char name[256] = "";
    void *context;
    driver = dlopen("libcuda.so.1", RTLD_NOW);
    if (!driver) {
        printf("{\"item\": \"driver\", \"error\": \"no libcuda.so.1\"}\n");
        return 2;
    }
    must(CU(cuInit, (unsigned), 0), "cuInit");
    must(CU(cuDriverGetVersion, (int *), &version), "cuDriverGetVersion");
    must(CU(cuDeviceGetCount, (int *), &devices), "cuDeviceGetCount");
    must(CU(cuDeviceGet, (int *, int), &device, 0), "cuDeviceGet");
    must(CU(cuDeviceGetName, (char *, int, int), name, (int)sizeof name - 1, device), "cuDeviceGetName");
    must(CU(cuDeviceTotalMem_v2, (size_t *, int), &bytes, device), "cuDeviceTotalMem");
    CU(cuDeviceGetAttribute, (int *, int, int), &multiprocessors, 16, device);
    CU(cuDeviceGetAttribute, (int *, int, int), &pageable, 88, device);
    CU(cuDeviceGetAttribute, (int *, int, int), &cache, 38, device);
    CU(cuDeviceGetAttribute, (int *, int, int), &major, 75, device);
    CU(cuDeviceGetAttribute, (int *, int, int), &minor, 76, device);
    printf("{\"item\": \"driver\", \"cuda\": \"%d.%d\", \"devices\": %d, \"name\": \"%s\", \"capability\": \"%d.%d\", \"memory\": %zu, "
           "\"multiprocessors\": %d, \"cache\": %d, \"pageable\": %d}\n",
           version / 1000, version % 1000 / 10, devices, name, major, minor, bytes, multiprocessors, cache, pageable);
    fflush(stdout);
    must(CU(cuDevicePrimaryCtxRetain, (void **, int), &context, device), "cuDevicePrimaryCtxRetain");
    must(CU(cuCtxSetCurrent, (void *), context), "cuCtxSetCurrent");
    for (int i = 1; i < argc; i++) {
        try_image(argv[i]);
        fflush(stdout);
    }
    return 0;
}
