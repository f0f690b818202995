/* managed.c: C's allocation functions, for programs that are linked with --acc-memory=managed or pinned (nvc's -gpu=managed, -gpu=pinned).
 *
 * The program's own calls come here by the linker's --wrap, and get memory that host and GPU share, or that is page-locked; what libraries allocate
 * stays the C library's. `free`, `realloc` and `malloc_usable_size` are for the whole process, since libraries free, and
 * enlarge, what programs have allocated (getline, for example). Where there is no managed memory the C library is called.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

/* Of the runtime (src/shared/managed.rs). */
void __accrs_managed_linked(void);
void *__accrs_managed_alloc(size_t bytes, size_t alignment);
size_t __accrs_managed_size(const void *block);
int __accrs_managed_free(void *block);

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t n, size_t bytes);
void *__real_aligned_alloc(size_t alignment, size_t bytes);
int __real_posix_memalign(void **block, size_t alignment, size_t bytes);
void *__real_memalign(size_t alignment, size_t bytes);

__attribute__((constructor)) static void linked(void)
{
    __accrs_managed_linked();
}

/* The function that would have been called without this file; NULL while this thread looks for one. dlsym frees the text of an error
 * that an earlier call left behind: that block, which is asked for in the middle of it, isn't given back. */
static void *next(const char *name, void **found)
{
    static __thread int looks __attribute__((tls_model("initial-exec")));
    void *f = __atomic_load_n(found, __ATOMIC_ACQUIRE);
    if (!f && !looks) {
        looks = 1;
        f = dlsym(RTLD_NEXT, name);
        looks = 0;
        __atomic_store_n(found, f, __ATOMIC_RELEASE);
    }
    return f;
}

static int is_power_of_two(size_t n)
{
    return n && !(n & (n - 1));
}

void *__wrap_malloc(size_t bytes)
{
    void *block = __accrs_managed_alloc(bytes, 16);
    return block ? block : __real_malloc(bytes);
}

void *__wrap_calloc(size_t n, size_t each)
{
    size_t bytes;
    void *block = __builtin_mul_overflow(n, each, &bytes) ? NULL : __accrs_managed_alloc(bytes, 16);
    return block ? memset(block, 0, bytes) : __real_calloc(n, each);
}

void free(void *block)
{
    static void *found;
    if (!block || __accrs_managed_free(block))
        return;
    void (*others)(void *) = (void (*)(void *))next("free", &found);
    if (others)
        others(block);
}

/* Keeps what is managed so, and takes new memory from `fresh`, or the C library. */
static void *resized(void *block, size_t bytes, void *(*fresh)(size_t))
{
    static void *found;
    size_t old = block ? __accrs_managed_size(block) : SIZE_MAX;
    if (old == SIZE_MAX) {
        if (!block && fresh)
            return fresh(bytes);
        return ((void *(*)(void *, size_t))next("realloc", &found))(block, bytes);
    }
    if (!bytes) {
        free(block);
        return NULL;
    }
    void *larger = __wrap_malloc(bytes);
    if (larger) {
        memcpy(larger, block, old < bytes ? old : bytes);
        free(block);
    }
    return larger;
}

void *realloc(void *block, size_t bytes)
{
    return resized(block, bytes, NULL);
}

void *__wrap_realloc(void *block, size_t bytes)
{
    return resized(block, bytes, __wrap_malloc);
}

void *__wrap_reallocarray(void *block, size_t n, size_t each)
{
    size_t bytes;
    if (__builtin_mul_overflow(n, each, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return __wrap_realloc(block, bytes);
}

void *reallocarray(void *block, size_t n, size_t each)
{
    size_t bytes;
    if (__builtin_mul_overflow(n, each, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return resized(block, bytes, NULL);
}

void *__wrap_aligned_alloc(size_t alignment, size_t bytes)
{
    void *block = is_power_of_two(alignment) ? __accrs_managed_alloc(bytes, alignment) : NULL;
    return block ? block : __real_aligned_alloc(alignment, bytes);
}

int __wrap_posix_memalign(void **out, size_t alignment, size_t bytes)
{
    int valid = is_power_of_two(alignment) && alignment % sizeof(void *) == 0;
    void *block = valid ? __accrs_managed_alloc(bytes, alignment) : NULL;
    if (!block)
        return __real_posix_memalign(out, alignment, bytes);
    *out = block;
    return 0;
}

void *__wrap_memalign(size_t alignment, size_t bytes)
{
    void *block = is_power_of_two(alignment) ? __accrs_managed_alloc(bytes, alignment) : NULL;
    return block ? block : __real_memalign(alignment, bytes);
}

void *__wrap_valloc(size_t bytes)
{
    return __wrap_memalign((size_t)sysconf(_SC_PAGESIZE), bytes);
}

size_t malloc_usable_size(void *block)
{
    static void *found;
    size_t bytes = block ? __accrs_managed_size(block) : SIZE_MAX;
    return bytes != SIZE_MAX ? bytes : ((size_t (*)(void *))next("malloc_usable_size", &found))(block);
}
