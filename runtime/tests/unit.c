/* A translation unit as accrs renders it, by hand: a registration record, data calls,
 * launches. Compiled into `program.c`'s program and, alone, as a plugin for dlopen.
 * Its kernel is launched with one thread a block, and counts it off itself as the thunks
 * of accrs_sim.h do: that header is C++. */
#include "accrt.h"

struct block {
    unsigned block[3], block_dim[3], grid_dim[3];
    unsigned started, count, done;
    void *shared;
};
struct block *__accrs_sim_enter(void);

static void scale(void *const *args) {
    struct block *block = __accrs_sim_enter();
    block->started++;
    int n = *(int *)args[0];
    double *a = *(double **)args[1], by = *(double *)args[2];
    for (int i = 0; i < n; i++) a[i] *= by;
    block->done++;
}

static const __accrs_param scale_params[] = {
    {sizeof(int), __ACCRS_VALUE, 0, 0}, {sizeof(double *), __ACCRS_STANDS, 0, 0}, {sizeof(double), __ACCRS_VALUE, 0, 0}};
static const __accrs_kernel scale_kernel = {
    "scale_30", "Map-gv", {"unit.c", "scale_all", "parallel loop", 30, 0, 0}, scale_params, 0, 3,
    {{1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}}, {{1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}}, 0, 0, 0, 0, 0, 0, 0};
static const __accrs_kernel *const kernels[] = {&scale_kernel};
static const __accrs_sim_kernel sim[] = {{"scale_30", scale}};
static __accrs_module module = {
    .abi = __ACCRS_ABI, .targets = 6, .source = "unit.c", .kernels = kernels, .nkernels = 1, .sim = sim, .nsim = 1};

__attribute__((constructor)) static void enter(void) { __accrs_register(&module); }
__attribute__((destructor)) static void leave(void) { __accrs_unregister(&module); }

static const __accrs_item copied[] = {{"a[0:n]", __ACCRS_COPY, 0, 28, 1, sizeof(double), "double[]", 0, 0, 0}};
static const __accrs_site site = {"unit.c", "scale_all", "parallel loop", 29, 1, copied};

/* #pragma acc parallel loop copy(a[0:n]) async(queue) */
void scale_all(int n, double *a, double by, int queue) {
    if (__accrs_compute_begin(&module, &site, queue, 0)) {
        __accrs_host_begin(&site, &scale_kernel);
        for (int i = 0; i < n; i++) a[i] *= by;
    } else {
        const __accrs_value values[] = {{a}, {.n = n}};
        __accrs_region *region = __accrs_data_enter(&site, values, queue);
        const __accrs_value arguments[] = {{.n4 = n}, {a}, {.d = by}};
        __accrs_launch(&module, &scale_kernel, region, arguments, queue);
        __accrs_data_exit(region, queue);
    }
    __accrs_compute_end();
}

/* The same without data clauses: present(a[0:n]) */
static const __accrs_item there[] = {{"a[0:n]", __ACCRS_PRESENT, 0, 28, 1, sizeof(double), "double[]", 0, 0, 0}};
static const __accrs_site present = {"unit.c", "scale_all", "parallel loop", 29, 1, there};
void scale_present(int n, double *a, double by) {
    if (__accrs_on_host(&module, &present)) return;
    const __accrs_value values[] = {{a}, {.n = n}};
    __accrs_data_exit(__accrs_data_enter(&present, values, __ACCRS_SYNC), __ACCRS_SYNC);
    (void)by;
}
