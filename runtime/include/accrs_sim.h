/* accrs_sim.h: compiles rendered CUDA text as host C++, for the `sim` device.
 *
 * What the driver does for app.acc.cu (the very text that NVRTC gets):
 *
 *   app.sim.cpp (written by the driver):
 *       #include "accrs_sim.h"
 *       #include "app.acc.cu"
 *       ACCRS_SIM_TABLE_BEGIN(__accrs_sim_table_app)
 *       ACCRS_SIM_KERNEL(jacobi_main_41)
 *       ACCRS_SIM_TABLE_END
 *
 *   g++ -std=gnu++17 -O2 -c -o app.sim.o app.sim.cpp
 *       -w -fno-exceptions -fno-rtti -fno-threadsafe-statics -fno-extern-tls-init
 *       -fno-asynchronous-unwind-tables -fno-strict-aliasing -fno-math-errno -fno-merge-constants -fno-gnu-unique
 *       -ffp-contract=off -fno-tree-slp-vectorize -fvisibility=hidden -fstack-clash-protection
 *       -fsanitize=kernel-address -fasan-shadow-offset=0x200000000000
 *       --param asan-stack=0 --param asan-globals=0
 *       --param asan-instrumentation-with-call-threshold=2147483647
 *       (and -g1: faults then name the user's lines, which the text has as #line; and the user's own -fPIC, -fPIE, -m…)
 *
 *       (Static variables of templates would be unique in the whole program otherwise, whatever their visibility: two files with
 *       one helper couldn't be linked. gcc 12's vectoriser of straight-line code loses the rounding of (double)(float)x.)
 *
 *   objcopy --localize-hidden --remove-section .group --rename-section .rodata=accrs_sim_rodata
 *           --rename-section .data=accrs_sim_data --rename-section .bss=accrs_sim_bss
 *           --rename-section .data.rel.local=accrs_sim_data
 *           --rename-section .data.rel.ro.local=accrs_sim_data app.sim.o
 *       The first so that no kernel and no device function or variable can clash with a name of
 *       the program's own (`extern "C"` in a namespace would still be global); only the table stays
 *       visible. The second since a function that is now local to its file must not be dropped for that of another
 *       file (a header's kernels, in two files, are one template's instances). The others so that the runtime can tell the kernels' own tables and
 *       globals from the host's (a kernel may touch the former only).
 *
 * The host file declares `extern const __accrs_sim_kernel __accrs_sim_table_app[];`
 * and names it in its module record. Linking needs nothing more than libaccrt: this
 * header includes nothing, so neither libstdc++ nor an asan runtime is drawn in.
 *
 * The checks of memory: each load and store asks one byte of a shadow (address / 8 + offset,
 * gcc's own sequence, inline) whether a kernel may touch those 8 bytes. The runtime owns
 * that shadow; only device memory, kernel stacks and shared memory are open in it.
 * gcc's slow-path callbacks are defined in this file, local to the object, so a user's own
 * -fsanitize=address does not meet them. The flags are gcc's (12 verified); clang
 * spells them -mllvm -asan-mapping-offset=… and has not been tried.
 *
 * Dynamic shared memory is spelled ACCRS_DYNAMIC_SHARED(type, name) in the text; for NVRTC that
 * macro is `extern __shared__ type name[]`.
 */
#ifndef ACCRS_SIM_H
#define ACCRS_SIM_H
#define ACCRS_SIM 1
#define __CUDA_NO_HALF__ 1

/* ---- the runtime's side (runtime/src/device/sim/entry.rs) ---- */

/* One block being run; the first members of the Rust structure, in this order. */
struct __accrs_sim_block {
    unsigned block[3], block_dim[3], grid_dim[3];
    unsigned started, count, done; /* threads */
    unsigned device;
    void *shared; /* dynamic shared memory */
};
extern "C" {
__accrs_sim_block *__accrs_sim_enter(void);
int __accrs_sim_barrier(int kind, int predicate, unsigned thread, unsigned line);
void __accrs_sim_blocks(unsigned thread, unsigned line);
unsigned long long __accrs_sim_warp(int kind, unsigned mask, unsigned long long value, unsigned source,
                                    unsigned thread, unsigned line);
void __accrs_sim_access(const void *address, unsigned long size, int store, const void *pc, unsigned thread);
void __accrs_sim_range(const void *address, unsigned long size, int store, const void *pc, unsigned thread);
void __accrs_sim_stop(const char *why, const char *text, const char *file, unsigned line, unsigned thread)
    __attribute__((noreturn));
void *__accrs_sim_malloc(unsigned long bytes);
void __accrs_sim_free(void *memory);
void __accrs_sim_globals(const void *start, const void *stop);
int __accrs_sim_is(int device_type);
int printf(const char *, ...);
#define ACCRS_SIM_SECTION(name)                                                                           \
    extern const char __start_##name[] __attribute__((weak, visibility("hidden")));                       \
    extern const char __stop_##name[] __attribute__((weak, visibility("hidden")));
ACCRS_SIM_SECTION(accrs_sim_rodata)
ACCRS_SIM_SECTION(accrs_sim_data)
ACCRS_SIM_SECTION(accrs_sim_bss)
}

/* Tells the runtime where the kernels' own constants and globals lie (see objcopy above). */
static void __accrs_sim_register() __attribute__((constructor(101), used, no_sanitize("kernel-address")));
static void __accrs_sim_register()
{
    __accrs_sim_globals(__start_accrs_sim_rodata, __stop_accrs_sim_rodata);
    __accrs_sim_globals(__start_accrs_sim_data, __stop_accrs_sim_data);
    __accrs_sim_globals(__start_accrs_sim_bss, __stop_accrs_sim_bss);
}

/* ---- language ---- */

#define __global__
#define __device__
#define __host__
#define __constant__ static
#define __shared__ thread_local
#define __managed__
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
#define __align__(n) __attribute__((aligned(n)))
#define warpSize 32
typedef unsigned long size_t;

struct uint3 {
    unsigned x, y, z;
};
struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
};

static thread_local uint3 threadIdx, blockIdx, blockDim, gridDim;

#define ACCRS_SIM_INLINE static inline __attribute__((always_inline, unused))
#define ACCRS_SIM_METHOD inline __attribute__((always_inline, unused))

/* Linear index of this thread in its block. */
ACCRS_SIM_INLINE unsigned __accrs_sim_thread()
{
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

/* A pointer in device memory that the unit names itself: each device has its own. */
static thread_local unsigned __accrs_sim_device;
enum { __accrs_sim_devices = 64 };
template <typename T> struct __accrs_sim_cell {
    T at[__accrs_sim_devices];
    ACCRS_SIM_METHOD operator T() const { return at[__accrs_sim_device]; }
    ACCRS_SIM_METHOD T operator->() const { return at[__accrs_sim_device]; }
    ACCRS_SIM_METHOD void operator=(T value) { at[__accrs_sim_device] = value; }
};
#define ACCRS_CELL(type, name) static __accrs_sim_cell<type> name

static thread_local void *__accrs_sim_dynamic;
#define ACCRS_DYNAMIC_SHARED(type, name) type *const name = (type *)__accrs_sim_dynamic

/* Which thread calls a routine of another object, which has indices of its own; other threads
 * may run before it returns. */
struct __accrs_sim_here {
    uint3 thread, block, block_dim, grid_dim;
    unsigned device;
    ACCRS_SIM_METHOD __accrs_sim_here()
        : thread(threadIdx), block(blockIdx), block_dim(blockDim), grid_dim(gridDim), device(__accrs_sim_device)
    {
    }
    ACCRS_SIM_METHOD ~__accrs_sim_here() { threadIdx = thread; }
};
ACCRS_SIM_INLINE void __accrs_sim_arrive(const __accrs_sim_here &from)
{
    threadIdx = from.thread;
    blockIdx = from.block;
    blockDim = from.block_dim;
    gridDim = from.grid_dim;
    __accrs_sim_device = from.device;
}

/* ---- gcc's callbacks: reached only when the shadow says no ---- */

#define ACCRS_SIM_REPORT(n, kind, store)                                                                  \
    static void __accrs_sim_##kind##n(void *) __asm__("__asan_report_" #kind #n "_noabort")               \
        __attribute__((used, cold, noinline, no_sanitize("kernel-address")));                             \
    static void __accrs_sim_##kind##n(void *address)                                                      \
    {                                                                                                     \
        __accrs_sim_access(address, n, store, __builtin_return_address(0), __accrs_sim_thread());         \
    }
#define ACCRS_SIM_REPORT_N(kind, store)                                                                   \
    static void __accrs_sim_##kind##_n(void *, unsigned long) __asm__("__asan_report_" #kind "_n_noabort") \
        __attribute__((used, cold, noinline, no_sanitize("kernel-address")));                             \
    static void __accrs_sim_##kind##_n(void *address, unsigned long size)                                 \
    {                                                                                                     \
        __accrs_sim_access(address, size, store, __builtin_return_address(0), __accrs_sim_thread());      \
    }
ACCRS_SIM_REPORT(1, load, 0)
ACCRS_SIM_REPORT(2, load, 0)
ACCRS_SIM_REPORT(4, load, 0)
ACCRS_SIM_REPORT(8, load, 0)
ACCRS_SIM_REPORT(16, load, 0)
ACCRS_SIM_REPORT_N(load, 0)
ACCRS_SIM_REPORT(1, store, 1)
ACCRS_SIM_REPORT(2, store, 1)
ACCRS_SIM_REPORT(4, store, 1)
ACCRS_SIM_REPORT(8, store, 1)
ACCRS_SIM_REPORT(16, store, 1)
ACCRS_SIM_REPORT_N(store, 1)
static void __accrs_sim_no_return() __asm__("__asan_handle_no_return") __attribute__((used, cold, noinline));
static void __accrs_sim_no_return() {}

/* The block functions are not seen by the instrumentation: check them here. */
ACCRS_SIM_INLINE void *__accrs_sim_memcpy(void *to, const void *from, size_t n)
{
    __accrs_sim_range(from, n, 0, __builtin_return_address(0), __accrs_sim_thread());
    __accrs_sim_range(to, n, 1, __builtin_return_address(0), __accrs_sim_thread());
    return __builtin_memmove(to, from, n);
}
ACCRS_SIM_INLINE void *__accrs_sim_memset(void *to, int byte, size_t n)
{
    __accrs_sim_range(to, n, 1, __builtin_return_address(0), __accrs_sim_thread());
    return __builtin_memset(to, byte, n);
}
/* Memory of the device, as kernels get it on a GPU: null where none is left. */
#define malloc __accrs_sim_malloc
#define free __accrs_sim_free
#define memcpy __accrs_sim_memcpy
#define memmove __accrs_sim_memcpy
#define memset __accrs_sim_memset

/* ---- synchronisation ---- */

/* Other threads of the block run while this one waits, so its index is put back. They write shared
 * variables, of which the compiler may think that nobody else knows. */
#define ACCRS_SIM_OTHERS() __asm__ __volatile__("" ::: "memory")
ACCRS_SIM_INLINE int __accrs_sim_sync(int kind, int predicate, unsigned line)
{
    uint3 self = threadIdx;
    ACCRS_SIM_OTHERS();
    int result = __accrs_sim_barrier(kind, predicate, __accrs_sim_thread(), line);
    ACCRS_SIM_OTHERS();
    threadIdx = self;
    return result;
}
ACCRS_SIM_INLINE unsigned long long __accrs_sim_lanes(int kind, unsigned mask, unsigned long long value,
                                                      unsigned source, unsigned line)
{
    uint3 self = threadIdx;
    ACCRS_SIM_OTHERS();
    unsigned long long result = __accrs_sim_warp(kind, mask, value, source, __accrs_sim_thread(), line);
    ACCRS_SIM_OTHERS();
    threadIdx = self;
    return result;
}
/* The line of a meeting, for messages, and behind 20 bits a number of its own: several may stand on one line of the user's. */
#define ACCRS_SIM_PLACE ((unsigned)__LINE__ % (1u << 20) | (unsigned)__COUNTER__ % (1u << 12) << 20)
/* What a meeting gives; testsuite/race counts them. */
#ifndef ACCRS_SIM_MET
#define ACCRS_SIM_MET(result) (result)
#endif
#define __syncthreads() ((void)__accrs_sim_sync(0, 0, ACCRS_SIM_PLACE))
#define __syncthreads_or(p) __accrs_sim_sync(1, (p) != 0, ACCRS_SIM_PLACE)
#define __syncthreads_and(p) __accrs_sim_sync(2, (p) != 0, ACCRS_SIM_PLACE)
#define __syncthreads_count(p) __accrs_sim_sync(3, (p) != 0, ACCRS_SIM_PLACE)

/* All threads of all blocks meet: the last of each block waits for the other blocks. */
ACCRS_SIM_INLINE void __accrs_sim_sync_blocks(unsigned line)
{
    if (ACCRS_SIM_MET(__accrs_sim_sync(4, 0, line))) __accrs_sim_blocks(__accrs_sim_thread(), line);
    ACCRS_SIM_OTHERS();
}

/* Values of a block's threads, combined in groups of `lanes` (accrs_reduce in the CUDA text): the last thread that comes does it for all, in a GPU's
 * order, so that each thread waits once. `group` and `lane` say where a thread belongs; those of a group are `neighbours` if they follow each other. */
template <typename Op, typename T> ACCRS_SIM_METHOD T __accrs_sim_group(T *values, unsigned first, unsigned lanes)
{
    T sum = values[0];
    for (unsigned start = 0, count; start < lanes; start += count) {
        const unsigned left = 32 - (first + start) % 32;
        T *part = values + start;
        count = lanes - start < left ? lanes - start : left;
        for (unsigned by = 16; by > 0; by /= 2)
            for (unsigned n = 0; n < by && n + by < count; n++)
                part[n] = Op::apply(part[n], part[n + by]);
        sum = start == 0 ? part[0] : Op::apply(sum, part[0]);
    }
    return sum;
}
template <typename Op, typename T>
ACCRS_SIM_METHOD T __accrs_sim_reduce(T value, unsigned lane, unsigned lanes, unsigned group, unsigned groups, bool neighbours,
                                      unsigned line)
{
    alignas(16) static thread_local unsigned char memory[2][1024 * sizeof(T)];
    T *values = (T *)memory[0], *results = (T *)memory[1];
    values[group * lanes + lane] = value;
    if (ACCRS_SIM_MET(__accrs_sim_sync(4, 0, line)))
        for (unsigned g = 0; g < groups; g++) {
            T *own = values + g * lanes;
            if (neighbours) {
                results[g] = __accrs_sim_group<Op>(own, g * lanes, lanes);
                continue;
            }
            for (unsigned n = 1; n < lanes; n++)
                own[0] = Op::apply(own[0], own[n]);
            results[g] = own[0];
        }
    (void)ACCRS_SIM_MET(0);
    return results[group];
}

#define __threadfence() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define __threadfence_block() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define __threadfence_system() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define __trap() __accrs_sim_stop("trap", "", __FILE__, __LINE__, __accrs_sim_thread())
#undef assert
#define assert(e)                                                                                         \
    ((e) ? (void)0 : __accrs_sim_stop("assertion failed", #e, __FILE__, __LINE__, __accrs_sim_thread()))

ACCRS_SIM_INLINE void __assertfail(const char *text, const char *file, unsigned line, const char *, size_t)
{
    __accrs_sim_stop("assertion failed", text, file, line, __accrs_sim_thread());
}

/* Warps are 32 threads in index order. kinds: 0 sync, 1 shuffle, 2 ballot, 3 active lanes. */
enum { __accrs_sim_full = 0xffffffffu };
ACCRS_SIM_INLINE void __accrs_sim_syncwarp(unsigned line, unsigned mask = __accrs_sim_full)
{
    __accrs_sim_lanes(0, mask, 0, 0, line);
}
#define __syncwarp(...) __accrs_sim_syncwarp(ACCRS_SIM_PLACE, ##__VA_ARGS__)
#define __ballot_sync(mask, p) ((unsigned)__accrs_sim_lanes(2, mask, (p) != 0, 0, ACCRS_SIM_PLACE))
#define __any_sync(mask, p) ((int)(__accrs_sim_lanes(2, mask, (p) != 0, 0, ACCRS_SIM_PLACE) != 0))
#define __all_sync(mask, p) ((int)(__accrs_sim_lanes(2, mask, (p) == 0, 0, ACCRS_SIM_PLACE) == 0))

template <typename T> ACCRS_SIM_INLINE T __accrs_sim_shuffle(unsigned line, unsigned mask, T value, unsigned source)
{
    static_assert(sizeof(T) <= 8, "a warp shuffle moves at most 8 bytes");
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(T));
    bits = __accrs_sim_lanes(1, mask, bits, source, line);
    __builtin_memcpy(&value, &bits, sizeof(T));
    return value;
}
template <typename T> ACCRS_SIM_INLINE T __accrs_sim_shfl(unsigned line, unsigned mask, T v, int source, int width = 32)
{
    unsigned lane = __accrs_sim_thread() & 31u, base = lane & ~(unsigned)(width - 1);
    return __accrs_sim_shuffle(line, mask, v, base + ((unsigned)source & (unsigned)(width - 1)));
}
template <typename T> ACCRS_SIM_INLINE T __accrs_sim_shfl_up(unsigned line, unsigned mask, T v, unsigned d, int width = 32)
{
    unsigned lane = __accrs_sim_thread() & 31u, base = lane & ~(unsigned)(width - 1);
    return __accrs_sim_shuffle(line, mask, v, lane - base < d ? lane : lane - d);
}
template <typename T> ACCRS_SIM_INLINE T __accrs_sim_shfl_down(unsigned line, unsigned mask, T v, unsigned d, int width = 32)
{
    unsigned lane = __accrs_sim_thread() & 31u, base = lane & ~(unsigned)(width - 1);
    return __accrs_sim_shuffle(line, mask, v, lane - base + d >= (unsigned)width ? lane : lane + d);
}
template <typename T> ACCRS_SIM_INLINE T __accrs_sim_shfl_xor(unsigned line, unsigned mask, T v, int x, int width = 32)
{
    unsigned lane = __accrs_sim_thread() & 31u, last = lane | (unsigned)(width - 1), to = lane ^ (unsigned)x;
    return __accrs_sim_shuffle(line, mask, v, to > last ? lane : to);
}
#define __shfl_sync(...) __accrs_sim_shfl(ACCRS_SIM_PLACE, __VA_ARGS__)
#define __shfl_up_sync(...) __accrs_sim_shfl_up(ACCRS_SIM_PLACE, __VA_ARGS__)
#define __shfl_down_sync(...) __accrs_sim_shfl_down(ACCRS_SIM_PLACE, __VA_ARGS__)
#define __shfl_xor_sync(...) __accrs_sim_shfl_xor(ACCRS_SIM_PLACE, __VA_ARGS__)

/* ---- atomics: CUDA's overloads, no others; they hold over all workers ---- */

#define ACCRS_SIM_FETCH(name, op, T)                                                                      \
    ACCRS_SIM_INLINE T name(T *p, T v) { return __atomic_fetch_##op(p, v, __ATOMIC_RELAXED); }
#define ACCRS_SIM_EXCH(T)                                                                                 \
    ACCRS_SIM_INLINE T atomicExch(T *p, T v) { return __atomic_exchange_n(p, v, __ATOMIC_RELAXED); }
#define ACCRS_SIM_CAS(T)                                                                                  \
    ACCRS_SIM_INLINE T atomicCAS(T *p, T expected, T desired)                                             \
    {                                                                                                     \
        __atomic_compare_exchange_n(p, &expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);    \
        return expected;                                                                                  \
    }
/* T old -> expression `next`, by compare and exchange on an integer U of the same size. */
#define ACCRS_SIM_LOOP(name, T, U, next)                                                                  \
    ACCRS_SIM_INLINE T name(T *p, T v)                                                                    \
    {                                                                                                     \
        U bits = __atomic_load_n((U *)p, __ATOMIC_RELAXED), wanted;                                       \
        T old, made;                                                                                      \
        do {                                                                                              \
            __builtin_memcpy(&old, &bits, sizeof(T));                                                     \
            made = (next);                                                                                \
            __builtin_memcpy(&wanted, &made, sizeof(T));                                                  \
        } while (!__atomic_compare_exchange_n((U *)p, &bits, wanted, false, __ATOMIC_RELAXED,             \
                                              __ATOMIC_RELAXED));                                         \
        return old;                                                                                       \
    }
#define ACCRS_SIM_INTEGERS(X)                                                                             \
    X(int, unsigned) X(unsigned, unsigned) X(long long, unsigned long long)                               \
    X(unsigned long long, unsigned long long)
#define ACCRS_SIM_BITS(T, U)                                                                              \
    ACCRS_SIM_FETCH(atomicAnd, and, T) ACCRS_SIM_FETCH(atomicOr, or, T) ACCRS_SIM_FETCH(atomicXor, xor, T) \
    ACCRS_SIM_LOOP(atomicMin, T, U, v < old ? v : old) ACCRS_SIM_LOOP(atomicMax, T, U, v > old ? v : old)
ACCRS_SIM_INTEGERS(ACCRS_SIM_BITS)
ACCRS_SIM_FETCH(atomicAdd, add, int)
ACCRS_SIM_FETCH(atomicAdd, add, unsigned)
ACCRS_SIM_FETCH(atomicAdd, add, unsigned long long)
ACCRS_SIM_FETCH(atomicSub, sub, int)
ACCRS_SIM_FETCH(atomicSub, sub, unsigned)
ACCRS_SIM_LOOP(atomicAdd, float, unsigned, old + v)
ACCRS_SIM_LOOP(atomicAdd, double, unsigned long long, old + v)
ACCRS_SIM_LOOP(atomicExch, float, unsigned, v)
ACCRS_SIM_LOOP(atomicInc, unsigned, unsigned, old >= v ? 0u : old + 1u)
ACCRS_SIM_LOOP(atomicDec, unsigned, unsigned, old == 0u || old > v ? v : old - 1u)
ACCRS_SIM_EXCH(int)
ACCRS_SIM_EXCH(unsigned)
ACCRS_SIM_EXCH(unsigned long long)
ACCRS_SIM_CAS(int)
ACCRS_SIM_CAS(unsigned)
ACCRS_SIM_CAS(unsigned long long)
ACCRS_SIM_CAS(unsigned short)
ACCRS_SIM_CAS(unsigned char) /* the device's own is a loop over the word around it */

/* ---- mathematics, overloaded as CUDA C++ has it ---- */

template <typename T> struct __accrs_sim_integer {};
#define ACCRS_SIM_IS_INTEGER(T)                                                                           \
    template <> struct __accrs_sim_integer<T> {                                                           \
        typedef double real;                                                                              \
    };
ACCRS_SIM_IS_INTEGER(bool)
ACCRS_SIM_IS_INTEGER(char)
ACCRS_SIM_IS_INTEGER(signed char)
ACCRS_SIM_IS_INTEGER(unsigned char)
ACCRS_SIM_IS_INTEGER(short)
ACCRS_SIM_IS_INTEGER(unsigned short)
ACCRS_SIM_IS_INTEGER(int)
ACCRS_SIM_IS_INTEGER(unsigned)
ACCRS_SIM_IS_INTEGER(long)
ACCRS_SIM_IS_INTEGER(unsigned long)
ACCRS_SIM_IS_INTEGER(long long)
ACCRS_SIM_IS_INTEGER(unsigned long long)

/* f(double), ff(float) are libm's; f(float) is ff, f of an integer is f(double). */
#define ACCRS_SIM_MATH1(name)                                                                                \
    extern "C" double name(double) noexcept;                                                                 \
    extern "C" float name##f(float) noexcept;                                                                \
    extern "C" long double name##l(long double) noexcept;                                                    \
    ACCRS_SIM_INLINE float name(float x) { return name##f(x); }                                                 \
    ACCRS_SIM_INLINE long double name(long double x) { return name##l(x); }                                     \
    template <typename T> ACCRS_SIM_INLINE typename __accrs_sim_integer<T>::real name(T x) { return name((double)x); }
#define ACCRS_SIM_MATH2(name)                                                                                \
    extern "C" double name(double, double) noexcept;                                                         \
    extern "C" float name##f(float, float) noexcept;                                                         \
    extern "C" long double name##l(long double, long double) noexcept;                                       \
    ACCRS_SIM_INLINE float name(float x, float y) { return name##f(x, y); }                                     \
    ACCRS_SIM_INLINE long double name(long double x, long double y) { return name##l(x, y); }                   \
    template <typename T, typename U> ACCRS_SIM_INLINE double name(T x, U y) { return name((double)x, (double)y); }
ACCRS_SIM_MATH1(sqrt) ACCRS_SIM_MATH1(cbrt) ACCRS_SIM_MATH1(fabs) ACCRS_SIM_MATH1(exp) ACCRS_SIM_MATH1(exp2)
ACCRS_SIM_MATH1(expm1) ACCRS_SIM_MATH1(log) ACCRS_SIM_MATH1(log2) ACCRS_SIM_MATH1(log10) ACCRS_SIM_MATH1(log1p)
ACCRS_SIM_MATH1(logb) ACCRS_SIM_MATH1(sin) ACCRS_SIM_MATH1(cos) ACCRS_SIM_MATH1(tan) ACCRS_SIM_MATH1(asin)
ACCRS_SIM_MATH1(acos) ACCRS_SIM_MATH1(atan) ACCRS_SIM_MATH1(sinh) ACCRS_SIM_MATH1(cosh) ACCRS_SIM_MATH1(tanh)
ACCRS_SIM_MATH1(asinh) ACCRS_SIM_MATH1(acosh) ACCRS_SIM_MATH1(atanh) ACCRS_SIM_MATH1(erf) ACCRS_SIM_MATH1(erfc)
ACCRS_SIM_MATH1(tgamma) ACCRS_SIM_MATH1(lgamma) ACCRS_SIM_MATH1(ceil) ACCRS_SIM_MATH1(floor)
ACCRS_SIM_MATH1(j0) ACCRS_SIM_MATH1(j1) ACCRS_SIM_MATH1(y0) ACCRS_SIM_MATH1(y1)
ACCRS_SIM_MATH1(trunc) ACCRS_SIM_MATH1(round) ACCRS_SIM_MATH1(rint) ACCRS_SIM_MATH1(nearbyint)
ACCRS_SIM_MATH2(pow) ACCRS_SIM_MATH2(fmod) ACCRS_SIM_MATH2(atan2) ACCRS_SIM_MATH2(hypot) ACCRS_SIM_MATH2(fmin)
ACCRS_SIM_MATH2(fmax) ACCRS_SIM_MATH2(fdim) ACCRS_SIM_MATH2(copysign) ACCRS_SIM_MATH2(remainder)
ACCRS_SIM_MATH2(nextafter)
#define ACCRS_SIM_ROUND(name, R)                                                                             \
    extern "C" R name(double) noexcept;                                                                      \
    extern "C" R name##f(float) noexcept;                                                                    \
    extern "C" R name##l(long double) noexcept;                                                              \
    ACCRS_SIM_INLINE R name(float x) { return name##f(x); }                                                  \
    ACCRS_SIM_INLINE R name(long double x) { return name##l(x); }
ACCRS_SIM_ROUND(lrint, long) ACCRS_SIM_ROUND(lround, long) ACCRS_SIM_ROUND(llrint, long long)
ACCRS_SIM_ROUND(llround, long long) ACCRS_SIM_ROUND(ilogb, int)
extern "C" {
double fma(double, double, double) noexcept;
float fmaf(float, float, float) noexcept;
double ldexp(double, int) noexcept;
float ldexpf(float, int) noexcept;
long double fmal(long double, long double, long double) noexcept;
long double ldexpl(long double, int) noexcept;
long double scalbnl(long double, int) noexcept;
long double frexpl(long double, int *) noexcept;
long double modfl(long double, long double *) noexcept;
double scalbn(double, int) noexcept;
float scalbnf(float, int) noexcept;
double frexp(double, int *) noexcept;
float frexpf(float, int *) noexcept;
double modf(double, double *) noexcept;
float modff(float, float *) noexcept;
double scalbln(double, long) noexcept;
float scalblnf(float, long) noexcept;
long double scalblnl(long double, long) noexcept;
double remquo(double, double, int *) noexcept;
float remquof(float, float, int *) noexcept;
long double remquol(long double, long double, int *) noexcept;
double jn(int, double) noexcept;
float jnf(int, float) noexcept;
double yn(int, double) noexcept;
float ynf(int, float) noexcept;
void sincos(double, double *, double *) noexcept;
void sincosf(float, float *, float *) noexcept;
int abs(int) noexcept;
long labs(long) noexcept;
long long llabs(long long) noexcept;
}
ACCRS_SIM_INLINE float fma(float x, float y, float z) { return fmaf(x, y, z); }
ACCRS_SIM_INLINE float ldexp(float x, int e) { return ldexpf(x, e); }
ACCRS_SIM_INLINE float scalbn(float x, int e) { return scalbnf(x, e); }
ACCRS_SIM_INLINE float frexp(float x, int *e) { return frexpf(x, e); }
ACCRS_SIM_INLINE float modf(float x, float *i) { return modff(x, i); }
ACCRS_SIM_INLINE long double ldexp(long double x, int e) { return ldexpl(x, e); }
ACCRS_SIM_INLINE long abs(long x) { return labs(x); }
ACCRS_SIM_INLINE long long abs(long long x) { return llabs(x); }
ACCRS_SIM_INLINE float abs(float x) { return fabsf(x); }
ACCRS_SIM_INLINE double abs(double x) { return fabs(x); }
ACCRS_SIM_INLINE double rsqrt(double x) { return 1.0 / sqrt(x); }
ACCRS_SIM_INLINE float rsqrtf(float x) { return 1.0f / sqrtf(x); }
ACCRS_SIM_INLINE float rsqrt(float x) { return rsqrtf(x); }
ACCRS_SIM_INLINE double exp10(double x) { return pow(10.0, x); }
ACCRS_SIM_INLINE float exp10f(float x) { return powf(10.0f, x); }
ACCRS_SIM_INLINE float fdividef(float x, float y) { return x / y; }
ACCRS_SIM_INLINE float __fdividef(float x, float y) { return x / y; }
ACCRS_SIM_INLINE float __expf(float x) { return expf(x); }
ACCRS_SIM_INLINE float __logf(float x) { return logf(x); }
ACCRS_SIM_INLINE float __sinf(float x) { return sinf(x); }
ACCRS_SIM_INLINE float __cosf(float x) { return cosf(x); }
ACCRS_SIM_INLINE float __powf(float x, float y) { return powf(x, y); }
ACCRS_SIM_INLINE float __fmaf_rn(float x, float y, float z) { return fmaf(x, y, z); }
ACCRS_SIM_INLINE double __fma_rn(double x, double y, double z) { return fma(x, y, z); }
#define ACCRS_SIM_CLASS(f, b)                                                                             \
    ACCRS_SIM_INLINE bool f(float x) { return b(x) != 0; }                                                \
    ACCRS_SIM_INLINE bool f(long double x) { return b(x) != 0; }                                          \
    ACCRS_SIM_INLINE bool f(double x) { return b(x) != 0; }
ACCRS_SIM_CLASS(isnan, __builtin_isnan) ACCRS_SIM_CLASS(isinf, __builtin_isinf)
ACCRS_SIM_CLASS(isfinite, __builtin_isfinite) ACCRS_SIM_CLASS(signbit, __builtin_signbit)

#define ACCRS_SIM_MINMAX(R, T, U)                                                                         \
    ACCRS_SIM_INLINE R min(T a, U b) { return (R)a < (R)b ? (R)a : (R)b; }                                \
    ACCRS_SIM_INLINE R max(T a, U b) { return (R)a > (R)b ? (R)a : (R)b; }
#define ACCRS_SIM_MINMAX_INTEGER(S, U)                                                                    \
    ACCRS_SIM_MINMAX(S, S, S) ACCRS_SIM_MINMAX(U, U, U) ACCRS_SIM_MINMAX(U, S, U) ACCRS_SIM_MINMAX(U, U, S)
ACCRS_SIM_MINMAX_INTEGER(int, unsigned)
ACCRS_SIM_MINMAX_INTEGER(long, unsigned long)
ACCRS_SIM_MINMAX_INTEGER(long long, unsigned long long)
ACCRS_SIM_INLINE float min(float a, float b) { return fminf(a, b); }
ACCRS_SIM_INLINE float max(float a, float b) { return fmaxf(a, b); }
ACCRS_SIM_INLINE double min(double a, double b) { return fmin(a, b); }
ACCRS_SIM_INLINE double max(double a, double b) { return fmax(a, b); }
ACCRS_SIM_INLINE double min(float a, double b) { return fmin((double)a, b); }
ACCRS_SIM_INLINE double max(float a, double b) { return fmax((double)a, b); }
ACCRS_SIM_INLINE double min(double a, float b) { return fmin(a, (double)b); }
ACCRS_SIM_INLINE double max(double a, float b) { return fmax(a, (double)b); }

/* mma.sync.m16n8k16 and .m16n8k4 of doubles: what the "PTX ISA" says of their matrix fragments. Each thread of a warp has some elements of the factors, puts
 * them into the matrices, and takes its elements of the sum. Products are added one after the other, and rounded before, as everywhere on sim. */
template <int depth> ACCRS_SIM_METHOD void __accrs_sim_mma(double *c, const double *a, const double *b, unsigned line)
{
    /* Volatile, since a detector of races (testsuite/race) knows of a block's meetings and not of a warp's. */
    static thread_local volatile double memory_a[32][16][depth], memory_b[32][depth][8];
    const unsigned thread = __accrs_sim_thread(), lane = thread % 32, group = lane >> 2, in_group = lane % 4;
    volatile double(&of_a)[16][depth] = memory_a[thread / 32];
    volatile double(&of_b)[depth][8] = memory_b[thread / 32];
    for (int i = 0; i < depth / 2; i++) {
        const int row = i % 2 == 0 ? group : group + 8;
        const int col = i % 2 == 0 ? i * 2 + in_group : i * 2 - 2 + in_group;
        of_a[row][col] = a[i];
    }
    for (int i = 0; i < depth / 4; i++)
        of_b[in_group + 4 * i][group] = b[i];
    __accrs_sim_lanes(0, __accrs_sim_full, 0, 0, line);
    for (int i = 0; i < 4; i++) {
        const int row = i < 2 ? group : group + 8, col = in_group * 2 + (i & 1);
        for (int k = 0; k < depth; k++)
            c[i] += of_a[row][k] * of_b[k][col];
    }
    __accrs_sim_lanes(0, __accrs_sim_full, 0, 0, line);
}

/* ---- bits ---- */

template <typename To, typename From> ACCRS_SIM_INLINE To __accrs_sim_bits(From v)
{
    To r;
    static_assert(sizeof(To) == sizeof(From), "same size");
    __builtin_memcpy(&r, &v, sizeof(r));
    return r;
}
ACCRS_SIM_INLINE int __float_as_int(float v) { return __accrs_sim_bits<int>(v); }
ACCRS_SIM_INLINE unsigned __float_as_uint(float v) { return __accrs_sim_bits<unsigned>(v); }
ACCRS_SIM_INLINE float __int_as_float(int v) { return __accrs_sim_bits<float>(v); }
ACCRS_SIM_INLINE float __uint_as_float(unsigned v) { return __accrs_sim_bits<float>(v); }
ACCRS_SIM_INLINE long long __double_as_longlong(double v) { return __accrs_sim_bits<long long>(v); }
ACCRS_SIM_INLINE double __longlong_as_double(long long v) { return __accrs_sim_bits<double>(v); }
ACCRS_SIM_INLINE int __popc(unsigned v) { return __builtin_popcount(v); }
ACCRS_SIM_INLINE int __popcll(unsigned long long v) { return __builtin_popcountll(v); }
ACCRS_SIM_INLINE int __clz(int v) { return v ? __builtin_clz((unsigned)v) : 32; }
ACCRS_SIM_INLINE int __clzll(long long v) { return v ? __builtin_clzll((unsigned long long)v) : 64; }
ACCRS_SIM_INLINE int __ffs(int v) { return __builtin_ffs(v); }
ACCRS_SIM_INLINE int __ffsll(long long v) { return __builtin_ffsll(v); }
ACCRS_SIM_INLINE int __mulhi(int a, int b) { return (int)(((long long)a * b) >> 32); }
ACCRS_SIM_INLINE unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a * b) >> 32); }
template <typename T> ACCRS_SIM_INLINE T __ldg(const T *p) { return *p; }

#define ACCRS_SIM_WORDS(T, name, a2, a4)                                                                  \
    struct __attribute__((aligned(a2))) name##2 { T x, y; };                                              \
    struct __attribute__((aligned(a4))) name##4 { T x, y, z, w; };
#define ACCRS_SIM_VECTOR(T, name, a2, a4)                                                                 \
    ACCRS_SIM_WORDS(T, name, a2, a4)                                                                      \
    struct name##3 { T x, y, z; };                                                                        \
    ACCRS_SIM_INLINE name##2 make_##name##2(T x, T y) { return {x, y}; }                                  \
    ACCRS_SIM_INLINE name##3 make_##name##3(T x, T y, T z) { return {x, y, z}; }                          \
    ACCRS_SIM_INLINE name##4 make_##name##4(T x, T y, T z, T w) { return {x, y, z, w}; }
ACCRS_SIM_VECTOR(int, int, 8, 16)
ACCRS_SIM_VECTOR(float, float, 8, 16)
ACCRS_SIM_VECTOR(double, double, 16, 16)
ACCRS_SIM_VECTOR(long long, longlong, 16, 16)
ACCRS_SIM_WORDS(signed char, char, 2, 4)
ACCRS_SIM_WORDS(unsigned char, uchar, 2, 4)
ACCRS_SIM_WORDS(short, short, 4, 8)
ACCRS_SIM_WORDS(unsigned short, ushort, 4, 8)
ACCRS_SIM_WORDS(unsigned, uint, 8, 16)
ACCRS_SIM_WORDS(long, long, 16, 16)
ACCRS_SIM_WORDS(unsigned long, ulong, 16, 16)
ACCRS_SIM_WORDS(unsigned long long, ulonglong, 16, 16)

/* ---- the table ---- */

struct __accrs_sim_kernel {
    const char *name;
    void (*run)(void *const *args);
};
template <unsigned long... I> struct __accrs_sim_list {};
template <unsigned long N, unsigned long... I> struct __accrs_sim_count : __accrs_sim_count<N - 1, N - 1, I...> {};
template <unsigned long... I> struct __accrs_sim_count<0, I...> {
    typedef __accrs_sim_list<I...> list;
};
template <typename F, F *kernel> struct __accrs_sim_thunk;
template <typename... P, void (*kernel)(P...)> struct __accrs_sim_thunk<void(P...), kernel> {
    template <unsigned long... I>
    ACCRS_SIM_INLINE void threads(__accrs_sim_block *b, void *const *args, __accrs_sim_list<I...>)
    {
        blockIdx = {b->block[0], b->block[1], b->block[2]};
        blockDim = {b->block_dim[0], b->block_dim[1], b->block_dim[2]};
        gridDim = {b->grid_dim[0], b->grid_dim[1], b->grid_dim[2]};
        __accrs_sim_device = b->device;
        __accrs_sim_dynamic = b->shared;
        unsigned width = b->block_dim[0], height = b->block_dim[1], count = b->count, t = b->started;
        unsigned x = t % width, y = t / width % height, z = t / (width * height);
        while (t < count) {
            threadIdx.x = x;
            threadIdx.y = y;
            threadIdx.z = z;
            b->started = ++t;
            kernel(*(P *)args[I]...);
            b->done++;
            if (b->started != t) return; /* it has waited, and others took up the rest */
            if (++x == width) {
                x = 0;
                if (++y == height) y = 0, z++;
            }
        }
    }
    /* Runs the threads of this worker's block that no coroutine has taken yet,
     * one after another, as long as none waits. One that does keeps this stack, and
     * the runtime starts another coroutine for the rest. */
    __attribute__((no_sanitize("kernel-address"))) static void run(void *const *args)
    {
        threads(__accrs_sim_enter(), args, typename __accrs_sim_count<sizeof...(P)>::list());
    }
};
#define ACCRS_SIM_TABLE_BEGIN(symbol)                                                                     \
    extern "C" __attribute__((visibility("default"))) const __accrs_sim_kernel symbol[];                  \
    extern "C" const __accrs_sim_kernel symbol[] = {
#define ACCRS_SIM_KERNEL(name) {#name, &__accrs_sim_thunk<decltype(name), name>::run},
#define ACCRS_SIM_TABLE_END };

#endif
