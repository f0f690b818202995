/* measure.h: what the programs that measure a GPU share: a clock, CUDA's driver, opened at run time so that this compiles on any
 * machine, the kernels by hand beside those of accrs, and results as lines of JSON on stdout.
 *
 * Kernels by hand are those of NAME.cu, compiled beforehand: the file NAME.image (machine code or PTX) in the folder that the
 * variable HAND names. Without it they are left out. Both run on the stream of queue 1, on the same memory, in turns. */
#ifndef MEASURE_H
#define MEASURE_H
#include "result.h"
#include <dlfcn.h>
#include <openacc.h>
#include <string.h>

#define QUEUE 1
/* Batches of each that are timed, of which the median counts, and how long one lasts at least, so that the clock and the wait at its end are
 * small beside it. The variables ROUNDS and BATCH_MS ask for less. */
enum { MOST_ROUNDS = 7 };
static int rounds = MOST_ROUNDS;
static double batch_ms = 20;

typedef unsigned long long device_ptr;
static void *driver, *hand_module, *hand_stream;

static void *driver_function(const char *name)
{
    void *function = driver ? dlsym(driver, name) : NULL;
    if (!function) {
        fprintf(stderr, "no %s in libcuda.so.1\n", name);
        exit(2);
    }
    return function;
}

static void driver_check(int code, const char *what)
{
    if (code) {
        fprintf(stderr, "%s: error %d\n", what, code);
        exit(2);
    }
}

/* CU(cuInit, (unsigned), 0): a call of the driver by name, types of parameters, arguments. */
#define CU(name, types, ...) driver_check(((int(*) types)driver_function(#name))(__VA_ARGS__), #name)

/* The context of accrs's own work, current in this thread. */
static void open_driver(void)
{
    int device;
    void *context;
    driver = dlopen("libcuda.so.1", RTLD_NOW);
    CU(cuInit, (unsigned), 0);
    CU(cuDeviceGet, (int *, int), &device, 0);
    CU(cuDevicePrimaryCtxRetain, (void **, int), &context, device);
    CU(cuCtxSetCurrent, (void *), context);
}

/* The bytes of a file behind each other, or NULL. A zero follows them, as PTX wants it. */
static char *whole_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return NULL;
    fseek(f, 0, SEEK_END);
    long bytes = ftell(f);
    rewind(f);
    char *text = must_alloc((size_t)bytes + 1);
    if (fread(text, 1, (size_t)bytes, f) != (size_t)bytes)
        exit(2);
    text[bytes] = 0;
    fclose(f);
    return text;
}

/* Opens the device, and the kernels by hand of NAME.cu where they are. */
static void begin(const char *name)
{
    const char *less = getenv("ROUNDS"), *ms = getenv("BATCH_MS");
    if (less && atoi(less) > 0 && atoi(less) < rounds)
        rounds = atoi(less);
    if (ms)
        batch_ms = atof(ms);
    acc_init(acc_device_nvidia);
    acc_set_device_type(acc_device_nvidia);
    open_driver();
    hand_stream = acc_get_cuda_stream(QUEUE);
    const char *folder = getenv("HAND");
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.image", folder ? folder : ".", name);
    char *image = folder ? whole_file(path) : NULL;
    if (!image)
        return;
    CU(cuModuleLoadData, (void **, const void *), &hand_module, image);
    free(image);
}

static void *hand_kernel(const char *name)
{
    void *kernel = NULL;
    if (hand_module)
        CU(cuModuleGetFunction, (void **, void *, const char *), &kernel, hand_module, name);
    return kernel;
}

static inline void hand_launch(const char *name, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, void **args)
{
    static struct {
        const char *name;
        void *kernel;
    } known[32];
    int k = 0;
    while (known[k].name && known[k].name != name)
        k++;
    if (!known[k].name) {
        known[k].name = name;
        known[k].kernel = hand_kernel(name);
    }
    CU(cuLaunchKernel,
       (void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **),
       known[k].kernel, gx, gy, gz, bx, by, 1, 0, hand_stream, args, NULL);
}

/* HAND_LAUNCH("name", blocks in x, y, z, threads in x, y, &argument...) */
#define HAND_LAUNCH(name, gx, gy, gz, bx, by, ...)                                                                  \
    do {                                                                                                            \
        void *arguments[] = {__VA_ARGS__};                                                                          \
        hand_launch(name, (unsigned)(gx), (unsigned)(gy), (unsigned)(gz), bx, by, arguments);                       \
    } while (0)
#define UP_DIV(n, by) (((n) + (by)-1) / (by))

static void wait_for_work(void)
{
    CU(cuStreamSynchronize, (void *), hand_stream);
}

/* One thing that is measured. `accrs` and `hand` put one turn of it on the queue, or do it. */
struct item {
    const char *name;
    /* Of one turn: bytes that must move through the device's memory, and operations in floating point. */
    double bytes, flops;
    void (*accrs)(void), (*hand)(void);
    /* What results are written to is spoiled. */
    void (*spoil)(void);
    /* Whether the result of one turn is not what it should be. */
    int (*wrong)(void);
};

static double batch(void (*turn)(void), int turns)
{
    double start = now_ms();
    for (int t = 0; t < turns; t++)
        turn();
    wait_for_work();
    return (now_ms() - start) / turns;
}

/* How many turns a batch has, by the time that one takes. */
static int turns_of(void (*turn)(void))
{
    batch(turn, 1);
    double one = batch(turn, 1);
    double turns = batch_ms / (one > 1e-4 ? one : 1e-4);
    return turns < 1 ? 1 : turns > 500 ? 500 : (int)turns;
}

/* Checks one turn of each, then times both in turns, and prints a line for each. `other`: who wrote `hand`. */
static int measure_beside(const struct item *item, const char *other)
{
    void (*turn[2])(void) = {item->accrs, item->hand};
    const char *by[2] = {"accrs", other};
    double ms[2][MOST_ROUNDS];
    int right[2] = {1, 1}, turns[2] = {0, 0}, bad = 0;
    for (int k = 0; k < 2; k++)
        if (turn[k]) {
            item->spoil();
            batch(turn[k], 1);
            right[k] = !item->wrong();
            turns[k] = turns_of(turn[k]);
        }
    for (int r = 0; r < rounds; r++)
        for (int k = 0; k < 2; k++)
            if (turn[k])
                ms[k][r] = batch(turn[k], turns[k]);
    for (int k = 0; k < 2; k++)
        if (turn[k]) {
            print_result(item->name, by[k], item->bytes, item->flops, right[k], ms[k], rounds);
            bad += !right[k];
        }
    return bad;
}

/* Beside CUDA by hand, where it was compiled. */
static inline int measure(const struct item *item)
{
    struct item one = *item;
    if (!hand_module)
        one.hand = NULL;
    return measure_beside(&one, "cuda");
}

/* What the driver's own copy within the device reaches: the bound that fractions are of. `bytes`: of each of the two arrays. */
static device_ptr driver_to, driver_from;
static size_t driver_bytes;
static inline void driver_copy(void)
{
    CU(cuMemcpyDtoDAsync_v2, (device_ptr, device_ptr, size_t, void *), driver_to, driver_from, driver_bytes, hand_stream);
}

static inline void measure_driver_copy(void *to, void *from, size_t bytes)
{
    double ms[MOST_ROUNDS];
    driver_to = (device_ptr)acc_deviceptr(to), driver_from = (device_ptr)acc_deviceptr(from), driver_bytes = bytes;
    int turns = turns_of(driver_copy);
    for (int r = 0; r < rounds; r++)
        ms[r] = batch(driver_copy, turns);
    print_result("cuMemcpyDtoD", "driver", 2.0 * (double)bytes, 0, 1, ms, rounds);
}

/* Fills the device's copy of an array with a byte, ahead of what else is on the queue. */
static inline void fill_array(void *array, unsigned char byte, size_t bytes)
{
    CU(cuMemsetD8Async, (device_ptr, unsigned char, size_t, void *), (device_ptr)acc_deviceptr(array), byte, bytes, hand_stream);
}

/* The same with bytes that are NaN as floating-point numbers. */
static inline void spoil_array(void *array, size_t bytes)
{
    fill_array(array, 0xff, bytes);
}

/* Gets parts of an array from the device (its beginning, middle and end, `part` elements of each), and gives a function each index of
 * these. Returns how many indices that finds wrong. */
static inline long look_at(void *array, size_t size, long count, long part, int (*wrong)(long))
{
    long bad = 0;
    if (part > count)
        part = count;
    for (int where = 0; where < 3; where++) {
        long from = (count - part) / 2 * where;
        acc_update_self((char *)array + (size_t)from * size, (size_t)part * size);
        for (long i = from; i < from + part; i++)
            bad += wrong(i);
    }
    return bad;
}
#endif
