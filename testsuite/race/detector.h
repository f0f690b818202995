/* detector.h: finds races between the threads of a block in kernels for sim.
 *
 * sim runs a block's threads one after another from barrier to barrier, so a missing barrier, or a variable
 * that threads share by mistake, often still gives the right answer there. gcc's -fsanitize=thread calls
 * a function before each access; these are ours (libtsan knows nothing of sim's threads): two
 * accesses of a byte by different threads of a block, one of them a write, without a __syncthreads() between
 * them, end the program with status 99. Atomic and volatile accesses are left out, and a thread's own stack.
 *
 * Included behind accrs_sim.h by the script `cxx` beside this file. Races between blocks are not looked for. */

extern "C" {
int dprintf(int, const char *, ...);
int snprintf(char *, unsigned long, const char *, ...);
int system(const char *);
int getpid(void);
void _exit(int) __attribute__((noreturn));
extern const char __executable_start[];
}

#define RACE_PLAIN __attribute__((no_sanitize("thread"), noinline, used))

/* The last accesses of one byte. Entries of earlier blocks are void. */
struct race_byte {
    unsigned long address;
    unsigned block;
    bool written, read, read_by_more;
    unsigned short writer, reader;
    unsigned write_interval, read_interval;
    const void *write_pc, *read_pc;
};
enum { RACE_BYTES = 1 << 22 };
static thread_local race_byte *race_table;
/* A number for each block that this worker has run, and how many barriers each of its threads has passed. */
static thread_local unsigned race_block, race_intervals[1024];

RACE_PLAIN static void race_found(const char *what, const void *pc, unsigned thread, const void *other_pc, unsigned other)
{
    const char *start = __executable_start;
    dprintf(2, "race: %s by threads %u and %u of block (%u, %u, %u), at\n", what, thread, other, blockIdx.x, blockIdx.y,
            blockIdx.z);
    char command[200];
    snprintf(command, sizeof command, "addr2line -i -e /proc/%d/exe %lx %lx >&2", getpid(),
             (unsigned long)((const char *)pc - start), (unsigned long)((const char *)other_pc - start));
    if (system(command) != 0) dprintf(2, "  offsets %s\n", command);
    _exit(99);
}

/* Indices belong to the thread that runs now; its stack lies around this frame. */
RACE_PLAIN static bool race_is_own(const char *p)
{
    const char *frame = (const char *)__builtin_frame_address(0);
    const long near = 1 << 19;
    auto in = [p](const void *v, unsigned long n) { return p >= (const char *)v && p < (const char *)v + n; };
    return (p > frame - near && p < frame + near) || in(&threadIdx, sizeof threadIdx) || in(&blockIdx, sizeof blockIdx) ||
           in(&blockDim, sizeof blockDim) || in(&gridDim, sizeof gridDim) ||
           in(&__accrs_sim_device, sizeof __accrs_sim_device) || in(&__accrs_sim_dynamic, sizeof __accrs_sim_dynamic);
}

RACE_PLAIN static void race_access(const char *p, unsigned long n, bool write, const void *pc)
{
    if (race_is_own(p)) return;
    if (!race_table) race_table = (race_byte *)__builtin_calloc(RACE_BYTES, sizeof(race_byte));
    unsigned t = __accrs_sim_thread(), now = race_intervals[t];
    for (; n > 0; n--, p++) {
        unsigned long address = (unsigned long)p;
        race_byte *b = &race_table[(address * 0x9E3779B97F4A7C15ul) >> 42];
        if (b->address != address || b->block != race_block) {
            *b = race_byte();
            b->address = address;
            b->block = race_block;
        }
        if (b->written && b->writer != t && b->write_interval == now)
            race_found(write ? "two writes" : "a read and a write", pc, t, b->write_pc, b->writer);
        if (write && b->read && b->read_interval == now && (b->reader != t || b->read_by_more))
            race_found("a write and a read", pc, t, b->read_pc, b->reader);
        if (write) {
            b->written = true;
            b->writer = (unsigned short)t;
            b->write_interval = now;
            b->write_pc = pc;
        } else {
            b->read_by_more = b->read && b->read_interval == now && (b->read_by_more || b->reader != t);
            b->read = true;
            b->reader = (unsigned short)t;
            b->read_interval = now;
            b->read_pc = pc;
        }
    }
}

/* Called by sim before each thread of a block starts. */
RACE_PLAIN static void race_start(unsigned thread)
{
    static unsigned blocks;
    if (thread == 0) race_block = __atomic_add_fetch(&blocks, 1, __ATOMIC_RELAXED);
    race_intervals[thread] = 0;
}
RACE_PLAIN static int race_passed(int result)
{
    race_intervals[__accrs_sim_thread()]++;
    return result;
}
#undef __syncthreads
#undef __syncthreads_or
#undef __syncthreads_and
#undef __syncthreads_count
#define __syncthreads() ((void)race_passed(__accrs_sim_sync(0, 0, ACCRS_SIM_PLACE)))
#define __syncthreads_or(p) race_passed(__accrs_sim_sync(1, (p) != 0, ACCRS_SIM_PLACE))
#define __syncthreads_and(p) race_passed(__accrs_sim_sync(2, (p) != 0, ACCRS_SIM_PLACE))
#define __syncthreads_count(p) race_passed(__accrs_sim_sync(3, (p) != 0, ACCRS_SIM_PLACE))

/* ---- gcc's calls ---- */

#define RACE_CALL(result, name, parameters)           \
    RACE_PLAIN static result race##name parameters __asm__("__tsan" #name); \
    static result race##name parameters
#define RACE_SIZE(n)                                                                                               \
    RACE_CALL(void, _read##n, (void *p)) { race_access((char *)p, n, false, __builtin_return_address(0)); }           \
    RACE_CALL(void, _write##n, (void *p)) { race_access((char *)p, n, true, __builtin_return_address(0)); }           \
    RACE_CALL(void, _unaligned_read##n, (void *p)) { race_access((char *)p, n, false, __builtin_return_address(0)); } \
    RACE_CALL(void, _unaligned_write##n, (void *p)) { race_access((char *)p, n, true, __builtin_return_address(0)); } \
    RACE_CALL(void, _volatile_read##n, (void *)) {}                                                                   \
    RACE_CALL(void, _volatile_write##n, (void *)) {}                                                                  \
    RACE_CALL(void, _unaligned_volatile_read##n, (void *)) {}                                                         \
    RACE_CALL(void, _unaligned_volatile_write##n, (void *)) {}
RACE_SIZE(1)
RACE_SIZE(2)
RACE_SIZE(4)
RACE_SIZE(8)
RACE_SIZE(16)
RACE_CALL(void, _read_range, (void *p, unsigned long n)) { race_access((char *)p, n, false, __builtin_return_address(0)); }
RACE_CALL(void, _write_range, (void *p, unsigned long n)) { race_access((char *)p, n, true, __builtin_return_address(0)); }
RACE_CALL(void, _init, ()) {}
RACE_CALL(void, _func_entry, (void *)) {}
RACE_CALL(void, _func_exit, (void *)) {}
RACE_CALL(void, _atomic_thread_fence, (int)) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
#define RACE_FETCH(n, T, op) \
    RACE_CALL(T, _atomic##n##_fetch_##op, (volatile T *p, T v, int)) { return __atomic_fetch_##op(p, v, __ATOMIC_SEQ_CST); }
#define RACE_ATOMIC(n, T)                                                                                            \
    RACE_CALL(T, _atomic##n##_load, (const volatile T *p, int)) { return __atomic_load_n(p, __ATOMIC_SEQ_CST); }     \
    RACE_CALL(void, _atomic##n##_store, (volatile T *p, T v, int)) { __atomic_store_n(p, v, __ATOMIC_SEQ_CST); }     \
    RACE_CALL(T, _atomic##n##_exchange, (volatile T *p, T v, int)) { return __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST); } \
    RACE_FETCH(n, T, add)                                                                                            \
    RACE_FETCH(n, T, sub)                                                                                            \
    RACE_FETCH(n, T, and)                                                                                            \
    RACE_FETCH(n, T, or)                                                                                             \
    RACE_FETCH(n, T, xor)                                                                                            \
    RACE_CALL(int, _atomic##n##_compare_exchange_strong, (volatile T *p, T *expected, T v, int, int))                \
    {                                                                                                                \
        return __atomic_compare_exchange_n(p, expected, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);               \
    }                                                                                                                \
    RACE_CALL(int, _atomic##n##_compare_exchange_weak, (volatile T *p, T *expected, T v, int, int))                  \
    {                                                                                                                \
        return __atomic_compare_exchange_n(p, expected, v, true, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                \
    }                                                                                                                \
    RACE_CALL(T, _atomic##n##_compare_exchange_val, (volatile T *p, T expected, T v, int, int))                      \
    {                                                                                                                \
        __atomic_compare_exchange_n(p, &expected, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                     \
        return expected;                                                                                             \
    }
RACE_ATOMIC(8, unsigned char)
RACE_ATOMIC(16, unsigned short)
RACE_ATOMIC(32, unsigned)
RACE_ATOMIC(64, unsigned long)
