#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What plain C has left, array after array; `place` goes through it. */
static char kept[16 << 20];
static size_t place;

static void begin(void)
{
    place = 0;
}

static void keep(const void *from, size_t bytes)
{
    memcpy(kept + place, from, bytes);
    place += bytes;
}

static unsigned long mixed(unsigned long i, unsigned long array)
{
    unsigned long v = (i + 1) * 0x9e3779b97f4a7c15ul + array * 0xbf58476d1ce4e5b9ul;
    v = (v ^ (v >> 29)) * 0x94d049bb133111ebul;
    return v >> 33;
}

static void fill_at(int *to, int count)
{
    for (int i = 0; i < count; i++)
        to[i] = (int)(mixed(i, 99) % count);
}

/* Fractions that are no binary ones: sums in another order differ, and "rounded" says that they may have been in one. Of two results that
   are no numbers, either may be left, as the processor takes one of an operation's operands, whose order is the compiler's choice. */
#define ELEMENTS(T, VALUE, NEAR)                                                                             \
    static void fill_##T(void *p, int count, int array)                                                      \
    {                                                                                                        \
        T *to = p;                                                                                           \
        for (int i = 0; i < count; i++) {                                                                    \
            long v = (long)(mixed(i, array) % 1999) - 999;                                                   \
            to[i] = VALUE;                                                                                   \
        }                                                                                                    \
    }                                                                                                        \
    static void compare_##T(const char *name, const void *p, int count, const char *sizes)                   \
    {                                                                                                        \
        const T *have = p, *want = (const T *)(kept + place);                                                \
        double most = 0, far = -1;                                                                           \
        int at = -1;                                                                                         \
        place += count * sizeof(T);                                                                          \
        if (memcmp(have, want, count * sizeof(T)) == 0)                                                      \
            return;                                                                                          \
        for (int i = 0; i < count; i++) {                                                                    \
            double h = have[i], w = want[i], apart = h > w ? h - w : w - h;                                  \
            most = w > most ? w : -w > most ? -w : most;                                                     \
            if (memcmp(&have[i], &want[i], sizeof(T)) != 0 && (h == h || w == w) && !(apart <= far)) {       \
                far = apart;                                                                                 \
                at = i;                                                                                      \
            }                                                                                                \
        }                                                                                                    \
        if (at >= 0)                                                                                         \
            printf("%s: element %d of %s with %s: %.17g, should be %.17g\n",                                 \
                   far <= NEAR * most ? "rounded" : "differs", at, name, sizes, (double)have[at],            \
                   (double)want[at]);                                                                        \
    }
ELEMENTS(double, v / 1013.0, 1e-9)
ELEMENTS(float, v / 1013.0f, 1e-3)
ELEMENTS(int, v % 21, 0)
ELEMENTS(long, v % 21, 0)
ELEMENTS(unsigned, (unsigned)(v % 21), 0)
