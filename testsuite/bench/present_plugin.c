/* A device for gcc's libgomp whose memory is malloc'ed: so that libgomp keeps a table of mapped
 * data (on the host it keeps none) on a machine without a GPU, and the look-ups of
 * present.c measure its table. It goes by the name of the plugin for GPUs, and runs no kernels.
 * The interface is libgomp's own, include/gomp-constants.h and libgomp-plugin.h of gcc 12.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { OPENMP_400 = 1 << 2, OPENACC_200 = 1 << 3, NVIDIA_PTX = 5 };

const char *GOMP_OFFLOAD_get_name(void) { return "nvptx"; }
unsigned GOMP_OFFLOAD_get_caps(void) { return OPENMP_400 | OPENACC_200; }
int GOMP_OFFLOAD_get_type(void) { return NVIDIA_PTX; }
int GOMP_OFFLOAD_get_num_devices(void) { return 1; }
unsigned GOMP_OFFLOAD_version(void) { return VERSION; }
bool GOMP_OFFLOAD_init_device(int n) { return n == 0; }
bool GOMP_OFFLOAD_fini_device(int n) { return n == 0; }
int GOMP_OFFLOAD_load_image(int n, unsigned version, const void *image, void **table)
{
    (void)n, (void)version, (void)image, (void)table;
    return 0;
}
bool GOMP_OFFLOAD_unload_image(int n, unsigned version, const void *image)
{
    (void)n, (void)version, (void)image;
    return true;
}
void *GOMP_OFFLOAD_alloc(int n, size_t bytes)
{
    (void)n;
    return malloc(bytes);
}
bool GOMP_OFFLOAD_free(int n, void *p)
{
    (void)n;
    free(p);
    return true;
}
static bool copy(int n, void *to, const void *from, size_t bytes)
{
    (void)n;
    memcpy(to, from, bytes);
    return true;
}
bool GOMP_OFFLOAD_dev2host(int n, void *to, const void *from, size_t bytes) { return copy(n, to, from, bytes); }
bool GOMP_OFFLOAD_host2dev(int n, void *to, const void *from, size_t bytes) { return copy(n, to, from, bytes); }
bool GOMP_OFFLOAD_dev2dev(int n, void *to, const void *from, size_t bytes) { return copy(n, to, from, bytes); }
void GOMP_OFFLOAD_run(int n, void *f, void *vars, void **args) { (void)n, (void)f, (void)vars, (void)args, abort(); }

/* OpenACC: every queue is this one, and always empty. */
static char queue;
void GOMP_OFFLOAD_openacc_exec(void) { abort(); }
void *GOMP_OFFLOAD_openacc_create_thread_data(int n) { return n == 0 ? &queue : NULL; }
void GOMP_OFFLOAD_openacc_destroy_thread_data(void *p) { (void)p; }
void *GOMP_OFFLOAD_openacc_async_construct(int n) { return n == 0 ? &queue : NULL; }
bool GOMP_OFFLOAD_openacc_async_destruct(void *q) { return q != NULL; }
int GOMP_OFFLOAD_openacc_async_test(void *q) { return q != NULL; }
bool GOMP_OFFLOAD_openacc_async_synchronize(void *q) { return q != NULL; }
bool GOMP_OFFLOAD_openacc_async_serialize(void *a, void *b) { return a == b; }
void GOMP_OFFLOAD_openacc_async_queue_callback(void *q, void (*f)(void *), void *p) { (void)q, f(p); }
void GOMP_OFFLOAD_openacc_async_exec(void) { abort(); }
bool GOMP_OFFLOAD_openacc_async_dev2host(int n, void *to, const void *from, size_t bytes, void *q)
{
    (void)q;
    return copy(n, to, from, bytes);
}
bool GOMP_OFFLOAD_openacc_async_host2dev(int n, void *to, const void *from, size_t bytes, void *q)
{
    (void)q;
    return copy(n, to, from, bytes);
}
union property {
    const char *text;
    size_t number;
};
union property GOMP_OFFLOAD_openacc_get_property(int n, int which)
{
    (void)n, (void)which;
    return (union property){ .number = 0 };
}
