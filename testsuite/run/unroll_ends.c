// unroll(n) of loops whose bounds lie at the ends of their types: upwards and downwards, closed, `!=`, around, empty, and shorter than n.
// run: -O2
// expect: device kernels=22
#include "check.h"
#include <limits.h>
#include <stddef.h>

/* What the iterations saw, in order, and the variable behind the loop. */
typedef struct {
    unsigned seen, count;
    long last;
} Trace;

static int same(Trace a, Trace b)
{
    return a.seen == b.seen && a.count == b.count && a.last == b.last;
}

#define NOTE(i) seen = seen * 31u + (unsigned)(i), count++
#define NOTHING

/* The same loop on the host, and unrolled in one thread of a device and shared by several. */
#define LOOP(TYPE, FROM, CONDITION, STEP, UNROLL)                       \
    {                                                                   \
        unsigned seen = 0, count = 0;                                   \
        TYPE i;                                                         \
        UNROLL                                                          \
        for (i = FROM; CONDITION; STEP)                                 \
            NOTE(i);                                                    \
        t.seen = seen, t.count = count, t.last = (long)i;               \
    }
#define TRY(N, TYPE, BOUND, FROM, TO, CONDITION, STEP)                                  \
    do {                                                                                \
        TYPE from = FROM;                                                               \
        BOUND to = TO;                                                                  \
        Trace want, got;                                                                \
        (void)to;                                                                       \
        { Trace t; LOOP(TYPE, from, CONDITION, STEP, NOTHING) want = t; }               \
        PRAGMA(acc serial copyout(got) copyin(from, to))                                \
        { Trace t; LOOP(TYPE, from, CONDITION, STEP, PRAGMA(acc loop seq unroll(N))) got = t; } \
        CHECK(same(want, got));                                                         \
    } while (0)

int main(void)
{
    // No room behind the bound, or before it.
    TRY(4, int, int, INT_MAX - 11, INT_MAX, i < to, i++);
    TRY(4, int, int, INT_MIN, INT_MIN + 2, i < to, i++);
    TRY(4, int, int, 5, INT_MIN, i < to, i++);
    TRY(8, int, int, INT_MIN + 21, INT_MIN, i > to, i--);
    TRY(3, long, long, LONG_MIN, LONG_MIN + 17, i < to, i++);
    TRY(3, long, long, LONG_MAX - 17, LONG_MAX - 1, i <= to, i++);
    TRY(3, long, long, LONG_MIN + 20, LONG_MIN + 2, i >= to, i -= 2);
    TRY(4, unsigned, unsigned, 0, 2, i < to, i++);
    TRY(4, unsigned, unsigned, 0, 0, i < to, i++);
    TRY(4, unsigned, unsigned, UINT_MAX - 9, UINT_MAX, i < to, i++);
    TRY(4, size_t, int, 3, 40, i < (size_t)to, i += 7);
    // Compared without a sign: 5 is less than -1.
    TRY(4, unsigned, int, UINT_MAX - 9, -1, i < (unsigned)to, i++);
    // To `!=` the bound, and around the type's end.
    TRY(4, unsigned, unsigned, UINT_MAX - 4, 9, i != to, i++);
    TRY(4, size_t, size_t, 13, (size_t)-1, i != to, i--);
    TRY(3, int, int, -20, 22, i != to, i += 3);
    // Narrow ones.
    TRY(4, unsigned char, int, 201, 255, i < to, i += 9);
    TRY(4, unsigned char, int, 250, 6, i != to, i++);
    TRY(5, signed char, signed char, 100, -128, i > to, i -= 3);
    TRY(4, short, long, -32768, -32750, i <= to, i++);
    // Fewer iterations than copies, and as many.
    TRY(16, int, int, 0, 5, i < to, i++);
    TRY(5, int, int, 0, 5, i < 5, i++);
    TRY(3, int, int, 7, -8, i > -8, i -= 5);
    return CHECKED();
}
