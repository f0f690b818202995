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

static const __accrs_size scale_bytes[] = {sizeof(int), sizeof(double *), sizeof(double)};
static const __accrs_kernel scale_kernel = {"scale_30", "Map-gv", 30, 3, scale_bytes};
static const __accrs_kernel *const kernels[] = {&scale_kernel};
static const __accrs_sim_kernel sim[] = {{"scale_30", scale}};
static __accrs_module module = {
    .abi = __ACCRS_ABI, .targets = 6, .source = "unit.c", .kernels = kernels, .nkernels = 1, .sim = sim, .nsim = 1};

__attribute__((constructor)) static void enter(void) { __accrs_register(&module); }
__attribute__((destructor)) static void leave(void) { __accrs_unregister(&module); }

static const __accrs_site site = {"unit.c", "scale_all", "parallel loop", 29};

/* #pragma acc parallel loop copy(a[0:n]) async(queue) */
void scale_all(int n, double *a, double by, int queue) {
    if (__accrs_on_host(&module, &site)) {
        __accrs_host_begin(&site, &scale_kernel);
        for (int i = 0; i < n; i++) a[i] *= by;
        __accrs_host_end(&site, &scale_kernel);
        return;
    }
    __accrs_size bytes = (__accrs_size)n * sizeof *a;
    __accrs_data data[] = {{"a[0:n]", a, bytes, 1, bytes, bytes, 0, 0, __ACCRS_COPY, 0, 28, 0, 0}};
    __accrs_data_enter(&site, data, 1, queue);
    __accrs_launch_dims dims = {{1, 1, 1}, {1, 1, 1}, 0, 0, 0};
    void *args[] = {&n, &data[0].device, &by};
    __accrs_launch(&module, &site, &scale_kernel, &dims, args, queue);
    __accrs_data_exit(&site, data, 1, queue);
}

/* The same without data clauses: present(a[0:n]) */
void scale_present(int n, double *a, double by) {
    if (__accrs_on_host(&module, &site)) return;
    __accrs_size bytes = (__accrs_size)n * sizeof *a;
    __accrs_data data[] = {{"a[0:n]", a, bytes, 1, bytes, bytes, 0, 0, __ACCRS_PRESENT, 0, 28, 0, 0}};
    __accrs_data_enter(&site, data, 1, __ACCRS_SYNC);
    __accrs_data_exit(&site, data, 1, __ACCRS_SYNC);
    (void)by;
}
