/* accrs_check.h: what kernels built with -acc=check tell the runtime (runtime/src/device/sim/check/).
 *
 * Included behind accrs_sim.h and before the CUDA text, in which each access that matters stands as
 * (*accrs_seen(&a[i], 7, [&] { accrs_check_where((long)(i)); })). The runtime sees the address, and what the text says of access 7 is in a
 * table at its end. The lambda runs only where something was found, for the element's subscripts.
 */
#ifndef ACCRS_CHECK_H
#define ACCRS_CHECK_H

#include <initializer_list>

struct accrs_check_site {
    unsigned file, line, column, flags, apart;
    const char *op, *text, *element, *name;
};
struct accrs_check_loop {
    unsigned file, line, column, by;
    const char *vars, *directive;
};
struct accrs_check_answer {
    void *place;
    unsigned long found;
};
extern "C" {
accrs_check_answer __accrs_check_read(const volatile void *place, unsigned long bytes, unsigned site);
accrs_check_answer __accrs_check_write(const volatile void *place, unsigned long bytes, unsigned site);
void __accrs_check_where(unsigned count, long a, long b, long c, long d);
void __accrs_check_gang(int shared);
void __accrs_check_writes(unsigned count, const volatile void *const *places);
void __accrs_check_enter(unsigned loop);
void __accrs_check_leave(void);
void __accrs_check_turn(unsigned count, long a, long b, long c);
void __accrs_check_fresh(const volatile void *object, unsigned long bytes, int known);
void __accrs_check_known(const volatile void *object);
void __accrs_check_table(const accrs_check_site *, unsigned, const accrs_check_loop *, unsigned, const char *const *,
                         unsigned *, unsigned *);
}
static unsigned accrs_check_first_site, accrs_check_first_loop;

template <typename T, typename F> ACCRS_SIM_INLINE T *accrs_reads(T *place, unsigned site, F where)
{
    accrs_check_answer answer = __accrs_check_read(place, sizeof(T), accrs_check_first_site + site);
    if (__builtin_expect(answer.found != 0, 0)) where();
    return (T *)answer.place;
}
template <typename T, typename F> ACCRS_SIM_INLINE T *accrs_writes(T *place, unsigned site, F where)
{
    accrs_check_answer answer = __accrs_check_write(place, sizeof(T), accrs_check_first_site + site);
    if (__builtin_expect(answer.found != 0, 0)) where();
    return (T *)answer.place;
}
/* A bit-field with its neighbours, which lie in these bytes of a record. */
template <typename T, typename F> ACCRS_SIM_INLINE T *accrs_reads_bits(T *record, unsigned long first, unsigned long bytes, unsigned site, F where)
{
    accrs_check_answer answer = __accrs_check_read((const volatile char *)record + first, bytes, accrs_check_first_site + site);
    if (__builtin_expect(answer.found != 0, 0)) where();
    return record;
}
template <typename T, typename F> ACCRS_SIM_INLINE T *accrs_writes_bits(T *record, unsigned long first, unsigned long bytes, unsigned site, F where)
{
    accrs_check_answer answer = __accrs_check_write((const volatile char *)record + first, bytes, accrs_check_first_site + site);
    if (__builtin_expect(answer.found != 0, 0)) where();
    return record;
}
/* The kernel writes behind these pointers alone. */
ACCRS_SIM_INLINE void accrs_check_writes(std::initializer_list<const volatile void *> places)
{
    __accrs_check_writes(places.size(), places.begin());
}
/* Ranges that calls write and read. */
ACCRS_SIM_INLINE void *accrs_check_memset(void *to, int byte, size_t bytes, unsigned site)
{
    if (bytes != 0 && __accrs_check_write(to, bytes, accrs_check_first_site + site).found) __accrs_check_where(0, 0, 0, 0, 0);
    return memset(to, byte, bytes);
}
ACCRS_SIM_INLINE void *accrs_check_memcpy(void *to, const void *from, size_t bytes, unsigned site)
{
    if (bytes != 0 && __accrs_check_read(from, bytes, accrs_check_first_site + site + 1).found) __accrs_check_where(0, 0, 0, 0, 0);
    if (bytes != 0 && __accrs_check_write(to, bytes, accrs_check_first_site + site).found) __accrs_check_where(0, 0, 0, 0, 0);
    return memcpy(to, from, bytes);
}
ACCRS_SIM_INLINE void accrs_check_where() { __accrs_check_where(0, 0, 0, 0, 0); }
ACCRS_SIM_INLINE void accrs_check_where(long a) { __accrs_check_where(1, a, 0, 0, 0); }
ACCRS_SIM_INLINE void accrs_check_where(long a, long b) { __accrs_check_where(2, a, b, 0, 0); }
ACCRS_SIM_INLINE void accrs_check_where(long a, long b, long c) { __accrs_check_where(3, a, b, c, 0); }
ACCRS_SIM_INLINE void accrs_check_where(long a, long b, long c, long d) { __accrs_check_where(4, a, b, c, d); }
ACCRS_SIM_INLINE void accrs_check_turn(long a) { __accrs_check_turn(1, a, 0, 0); }
ACCRS_SIM_INLINE void accrs_check_turn(long a, long b) { __accrs_check_turn(2, a, b, 0); }
ACCRS_SIM_INLINE void accrs_check_turn(long a, long b, long c) { __accrs_check_turn(3, a, b, c); }

#define ACCRS_CHECK_TABLE(sites, loops)                                                                   \
    static void accrs_check_register()                                                                    \
        __attribute__((constructor(101), used, no_sanitize("kernel-address")));                           \
    static void accrs_check_register()                                                                    \
    {                                                                                                     \
        __accrs_check_table(accrs_check_sites, sites, accrs_check_loops, loops, accrs_check_files,        \
                            &accrs_check_first_site, &accrs_check_first_loop);                            \
    }
#endif
